import { isKnownName } from './column-names.ts'
import { type Separator, separators } from './import.ts'

/** What stands between the values, read off the header: that which makes most names of it that are known, and most names at all. */
export function separatorOf(head: string): Separator {
  const [, told] = /^\s*"?sep=([;,\t])/i.exec(head) ?? []
  if (told) return told as Separator
  const scored = separators.map((separator) => {
    const names = splitHeader(head, separator)
    return { separator, known: names.filter(isKnownName).length, count: names.length }
  })
  scored.sort((one, other) => other.known - one.known || other.count - one.count)
  const [best] = scored
  return best && best.count > 1 ? best.separator : ','
}

/** The first line that is not empty, by a separator outside of quotes. */
function splitHeader(head: string, separator: Separator): string[] {
  const names: string[] = []
  let name = ''
  let isQuoted = false
  for (const character of head.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) name += character
    else if (character === '\n') break
    else if (character === separator) {
      names.push(name)
      name = ''
    } else name += character
  }
  return [...names, name]
}
