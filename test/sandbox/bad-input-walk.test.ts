// Sends every kind of bad input to every route of the sandbox.
import { walkBadInput } from '../support/bad-input-walk.ts'
import { sandboxService } from '../support/sandbox-service.ts'
import { sandboxWalk } from './all-routes.ts'
import { badInput } from './bad-values.ts'

const service = await sandboxService()
const { bearerToken, accessKey, secretKey } = service.owner
const answer = '401 credentials_invalid'

await walkBadInput(await sandboxWalk(service), {
  closedDoors: [
    { headers: {}, answer },
    { headers: { authorization: 'Bearer' }, answer },
    { headers: { authorization: bearerToken }, answer },
    { headers: { authorization: `Bearer ${bearerToken}x` }, answer },
    { headers: { authorization: `Bearer ${secretKey}` }, answer },
    { headers: { accesskey: accessKey }, answer },
    { headers: { accesskey: accessKey, secretkey: `${secretKey}x` }, answer },
  ],
  asksContentTypeOf: 'bodies',
  ...badInput,
})
