// docs/guides/sandbox.md, pasted block by block into bash beside a service that has just been started.
import { expect, test } from 'vitest'
import { hasCurl, pastedGuide } from '../support/pasted-guide.ts'

const { paste } = await pastedGuide('docs/guides/sandbox.md')

test.skipIf(!hasCurl)('the Friday story goes as the guide tells it', { timeout: 120_000 }, async () => {
  const stdout = await paste()
  for (const words of [
    /^preproduction, .+, 20\d\d-/m,
    /^small$/m,
    /^2027-03-26T12:59:00\+01:00$/m,
    // The Monday between is Easter Monday.
    /^Prepared on 2027-03-26, delivered on 2027-03-30$/m,
    /^Prepared on 2027-03-30, delivered on 2027-0\d-\d\d$/m,
    /^PROCESSING$/m,
    /^2 of /m,
    /^READY, delivery-slip/m,
    /^SHIPPED, .*CX123456789FR/m,
    /^DELIVERED$/m,
    /^2027-03-31 15:00:00\.\d+ update DELIVERED$/m,
    /order\.withdraw \d+$/m,
    /invoice\.validate \d+$/m,
    /^(VALIDATED|ONGOING), [\d.]+ EUR$/m,
    /^real: true$/m,
  ])
    expect(stdout).toMatch(words)
})
