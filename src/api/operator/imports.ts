import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { auditDetail } from '../../core/imports/audit-detail.ts'
import { type ImportKind, importKinds, importStates, type NewImport } from '../../core/imports/import.ts'
import { importFile } from '../../core/imports/import-file.ts'
import { getImport, listImports } from '../../core/imports/import-reads.ts'
import { largestTableBytes } from '../../core/imports/receive-table.ts'
import { formValidator } from '../shared/files-form.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { fromImport, fromImportSummary, ImportShape, ImportSummaryShape } from './imports-shape.ts'
import { readRest, tableTypes, uploadOf, withTableUpload } from './imports-upload.ts'

const Flag = Type.Optional(Type.Integer({ minimum: 0, maximum: 1 }))
const common = {
  dry_run: Flag,
  file_name: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 255,
      description: 'For a body that is the file itself, which has no name',
    }),
  ),
}
// An unknown name is refused: a dry run that is misspelt would be none.
const WinesQuery = Type.Object(common, { additionalProperties: false })
const StockQuery = Type.Object(
  { ...common, account_id: Id, warehouse_id: Id, create_wines: Flag, again: Flag },
  { additionalProperties: false },
)
const ListQuery = pagedQuery({
  kind: Type.Optional(Type.Enum([...importKinds])),
  account_id: Type.Optional(Id),
  state: Type.Optional(Type.Enum([...importStates])),
})

const upload = (kind: ImportKind, summary: string) => ({
  config: writtenBy(`import.${kind}`, 'warehouse'),
  bodyLimit: largestTableBytes,
  // The body is read as it arrives, so there is nothing to validate before.
  validatorCompiler: formValidator,
  schema: {
    summary,
    consumes: tableTypes,
    body: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
    response: { 201: ImportShape, 202: ImportShape },
  },
})

export function importRoutes(app: TypedApp, deps: Deps): void {
  async function begin(request: FastifyRequest, reply: FastifyReply, given: NewImport) {
    const { name, bytes } = await uploadOf(request)
    const { runsAsJob } = given
    if (runsAsJob) reply.header('preference-applied', 'respond-async')
    const named = { ...given, fileName: name || given.fileName }
    return importFile(deps, request.staff, named, bytes, {
      run: (fingerprint, work) =>
        audited<Static<typeof ImportShape>>(
          deps,
          request,
          reply,
          async (within) => {
            const made = await work(within)
            const { id: subjectId, accountId } = made
            const body = fromImport(made)
            return { status: runsAsJob ? 202 : 201, body, accountId, subjectId, detail: auditDetail(made) }
          },
          fingerprint,
        ),
    })
  }
  const start = (request: FastifyRequest, reply: FastifyReply, given: NewImport) =>
    begin(request, reply, given).finally(() => readRest(request))

  withTableUpload(app, (scope) => {
    const wines = upload('wines', 'Add the wines of a CSV file to the catalogue')
    scope.post(
      '/imports/wines',
      { ...wines, schema: { ...wines.schema, querystring: WinesQuery } },
      (request, reply) => {
        const { dry_run, file_name = '' } = request.query
        return start(request, reply, {
          kind: 'wines',
          accountId: null,
          warehouseId: null,
          fileName: file_name,
          isDryRun: dry_run === 1,
          makesWines: true,
          isAgain: false,
          runsAsJob: prefersAsync(request),
        })
      },
    )
    const stock = upload('stock', 'Bring in the opening stock of an account from a CSV file')
    scope.post(
      '/imports/stock',
      { ...stock, schema: { ...stock.schema, querystring: StockQuery } },
      (request, reply) => {
        const { account_id, warehouse_id, create_wines, again, dry_run, file_name = '' } = request.query
        return start(request, reply, {
          kind: 'stock',
          accountId: account_id,
          warehouseId: warehouse_id,
          fileName: file_name,
          isDryRun: dry_run === 1,
          makesWines: create_wines === 1,
          isAgain: again === 1,
          runsAsJob: prefersAsync(request),
        })
      },
    )
  })

  app.get(
    '/imports',
    {
      config: readBy(['warehouse']),
      schema: {
        summary: 'Imports, newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(ImportSummaryShape) },
      },
    },
    async (request, reply) => {
      const { kind = null, account_id: accountId = null, state = null } = request.query
      const page = await listImports(deps.db, { kind, accountId, state }, request.query)
      return sendPage(request, reply, page).map(fromImportSummary)
    },
  )

  app.get(
    '/imports/:id',
    {
      config: readBy(['warehouse']),
      schema: {
        summary: 'An import: how far it is, how the file was read, and what is wrong with which line',
        params: IdParams,
        response: { 200: ImportShape },
      },
    },
    async (request) => fromImport(await getImport(deps.db, request.params.id)),
  )
}

const prefersAsync = ({ headers }: FastifyRequest) =>
  /(^|[,;\s])respond-async($|[,;\s])/i.test(String(headers.prefer ?? ''))
