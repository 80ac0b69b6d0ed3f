// Sends every kind of bad input to every route of v2.
import { walkBadInput } from '../support/bad-input-walk.ts'
import { demoService } from '../support/service.ts'
import { v2Walk } from './all-routes.ts'
import { badInput } from './bad-values.ts'

const service = await demoService()
const { bearerToken, secretKey } = service.owner
const answer = '401 credentials_invalid'

await walkBadInput(await v2Walk(service), {
  closedDoors: [
    { headers: {}, answer },
    { headers: { authorization: 'Bearer' }, answer },
    { headers: { authorization: bearerToken }, answer },
    { headers: { authorization: `Bearer ${bearerToken}x` }, answer },
    { headers: { authorization: `Bearer ${secretKey}` }, answer },
  ],
  asksContentTypeOf: 'bodies',
  ...badInput,
})
