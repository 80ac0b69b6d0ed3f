import { expect, test } from 'vitest'
import { operationIdOf } from './operation-id.ts'

test.each<[string, string, boolean, string]>([
  ['GET', '/orders', true, 'listOrders'],
  ['GET', '/orders/:id', false, 'getOrder'],
  ['POST', '/orders', false, 'createOrder'],
  ['DELETE', '/orders/:id', false, 'deleteOrder'],
  ['PUT', '/addresses/:id', false, 'updateAddress'],
  ['GET', '/addresses/:id', false, 'getAddress'],
  ['POST', '/orders/:id/attachments', false, 'createOrderAttachment'],
  ['GET', '/orders/:id/attachments/:file', false, 'getOrderAttachment'],
  ['GET', '/bottles/consolidated', true, 'listBottleConsolidated'],
  ['GET', '/account', false, 'getAccount'],
  ['PUT', '/account', false, 'updateAccount'],
  ['POST', '/session', false, 'createSession'],
  ['POST', '/orders/:id/ship', false, 'shipOrder'],
  ['POST', '/orders/:id/take-over', false, 'takeOverOrder'],
  ['POST', '/closed-days/preview', false, 'previewClosedDay'],
  ['PUT', '/closed-days/:day', false, 'updateClosedDay'],
  ['GET', '/accounts/:account/bottles/:id', false, 'getAccountBottle'],
  ['GET', '/wine-comments/single', false, 'getWineCommentSingle'],
  ['GET', '/box-codes', true, 'listBoxCodes'],
  ['DELETE', '/box-codes/:code', false, 'deleteBoxCode'],
])('%s %s → %4$s', (method, path, isList, id) => expect(operationIdOf(method, path, isList)).toBe(id))
