const longest = 255

// Control characters, line separators, and the marks that make `gnp.exe` read as `exe.png`.
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A given file name as it is kept and shown: the last part of any path, without what cannot be seen, in one spelling of its accents,
 * and no longer than its column. It is data only; no path is ever made from it.
 */
export function cleanFileName(given: string): string {
  const [last = ''] = given.toWellFormed().split(/[/\\]/).slice(-1)
  const name = last.replace(unshown, '').normalize('NFC').trim()
  const characters = [...name]
  if (characters.length <= longest) return name
  const extension = [...extensionOf(name)].length > 10 ? '' : `.${extensionOf(name)}`
  return characters.slice(0, longest - extension.length).join('') + extension
}

/** What follows the last dot, in small letters; empty when there is no dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}
