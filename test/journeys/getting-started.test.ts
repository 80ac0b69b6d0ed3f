// docs/guides/getting-started.md, pasted block by block into bash beside a service that has just been started.
import { expect, test } from 'vitest'
import { hasCurl, pastedGuide } from '../support/pasted-guide.ts'

const { npmBlocks, paste, installClient } = await pastedGuide('docs/guides/getting-started.md')

test.skipIf(!hasCurl)('every block of the guide does what the guide says', { timeout: 120_000 }, async () => {
  expect(npmBlocks).toEqual(['npm start\n', 'npm run build -w @caveau/client\n'])
  await installClient()
  const stdout = await paste([9009, 9010])

  for (const words of [
    /^told: test\.create/m,
    /^told: order\.create \d+ NEW$/m,
    /^told: stock\.update/m,
    /^told: order\.update \d+ PROCESSING$/m,
    /^told: order\.update \d+ READY$/m,
    /^processing$/m,
    /^ready$/m,
    /^\{"cost":\d/m,
    /^NEW, ready on \d{4}-\d{2}-\d{2} from \d{2}:\d{2}$/m,
    /^%PDF$/m,
    /^order\.update delivered$/m,
    /^Refused: Vous ne pouvez pas sortir plus de/m,
    /^Order \d+: ready on /m,
    /^Saved delivery-slip-\d+\.pdf$/m,
    /^order\.create \d+\norder\.delete \d+$/m,
  ])
    expect(stdout).toMatch(words)
  expect(stdout).not.toContain('not signed')
})
