// Sends every kind of bad input to every route of v1.
import { walkBadInput } from '../support/bad-input-walk.ts'
import { demoService } from '../support/service.ts'
import { v1Walk } from './all-routes.ts'
import { badInput } from './bad-values.ts'

const service = await demoService()
const { accessKey } = service.owner

await walkBadInput(await v1Walk(service), {
  closedDoors: [
    { headers: {}, answer: '401 access_key_id_missing' },
    { headers: { AccessKey: accessKey, SecretKey: '' }, answer: '401 secret_access_key_missing' },
    { headers: { AccessKey: accessKey, SecretKey: 'x' }, answer: '401 credentials_invalid' },
  ],
  asksContentTypeOf: 'every request',
  ...badInput,
})
