import { expect, test } from 'vitest'
import { demoService } from '../support/service.ts'

const { read } = await demoService({ CAVEAU_PUBLIC_URL: 'https://cave.example/' })

test('links of a record lead to the public address of the service, when it has one', async () => {
  type Request = { id: number; status: number; delivery_slip: { url: string } | null }
  const requests = await read<Request[]>('/v1/get-out-requests')
  const packed = requests.find(({ status }) => status >= 2)
  expect(packed?.delivery_slip?.url).toBe(
    `https://cave.example/v1/get-out-requests/${packed?.id}/delivery-slip`,
  )
})
