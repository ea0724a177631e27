import { createRoute, z } from '@hono/zod-openapi'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import {
  deleteResultSchema,
  documentSchema,
  errorBodySchema,
  pdfDownloadSchema,
  validationResponseSchema,
} from '#shared/issuing/document-response.ts'
import { PAGE_HEADER } from '#shared/issuing/receipt-page.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { qrCodeOf } from '../documents/argentine-qr.ts'
import type { DocumentCreator } from '../documents/create.ts'
import { deletePending } from '../documents/delete.ts'
import { validate } from '../documents/validate.ts'
import { findByFolio, findById, type StoredDocument } from '../documents/stored-document.ts'
import { viewOf } from '../documents/view.ts'
import { failure, statusOf, toValidationError, type ApiFailure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { PdfMaker } from '../pdf/pdf-maker.ts'
import {
  fail,
  hasRole,
  mount,
  readJson,
  requestHeader,
  type ServiceApp,
  type ServiceContext,
} from './http.ts'
import { RECEIPT } from './examples.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const byFolioPath = z.object({
  document_code: z.string().describe('Type code: 39, or its letter alias'),
  folio_number: z.string(),
})
const companyQuery = z.object({
  company_id: z
    .string()
    .optional()
    .describe('Only needed when two companies of the key share the folio'),
})

const createDocument = createRoute({
  method: 'post',
  path: '/api/invoices',
  summary: 'Issue a document',
  tags: ['Documents'],
  request: { body: jsonBody(documentRequestSchema, RECEIPT) },
  responses: {
    201: jsonAnswer('The document; number is null until a folio is assigned', documentSchema),
    409: jsonAnswer(
      'The external reference is taken; document_id names the document',
      errorBodySchema,
    ),
    422: jsonAnswer('A rule of issuance is broken', errorBodySchema),
  },
})
const validateDocument = createRoute({
  method: 'post',
  path: '/api/invoices/validate',
  summary: 'Check a document without issuing it',
  tags: ['Documents'],
  request: {
    query: z.object({
      apiKey: z.string().describe('JSON or deepObject; required by the contract, never trusted'),
    }),
    body: jsonBody(documentRequestSchema, RECEIPT),
  },
  responses: {
    200: jsonAnswer('Evaluated', validationResponseSchema),
    400: jsonAnswer('Invalid data or suspended company', validationResponseSchema),
  },
})
const getById = createRoute({
  method: 'get',
  path: '/api/invoices/by-id/{invoice_id}',
  summary: 'Read a document by id',
  tags: ['Documents'],
  request: { params: z.object({ invoice_id: z.uuid() }) },
  responses: {
    200: jsonAnswer('The document', documentSchema),
    404: jsonAnswer('Unknown', errorBodySchema),
  },
})
const getByFolio = createRoute({
  method: 'get',
  path: '/api/invoices/{document_code}/{folio_number}',
  summary: 'Read a document by type and folio',
  tags: ['Documents'],
  request: { params: byFolioPath, query: companyQuery },
  responses: {
    200: jsonAnswer('The document', documentSchema),
    404: jsonAnswer('Unknown', errorBodySchema),
  },
})
const deleteByFolio = createRoute({
  method: 'delete',
  path: '/api/invoices/{document_code}/{folio_number}',
  summary: 'Delete a pending document',
  tags: ['Documents'],
  request: { params: byFolioPath, query: companyQuery },
  responses: {
    200: jsonAnswer('Deleted; its folio is never used again', deleteResultSchema),
    409: jsonAnswer('No longer pending, or a credit note is about it', errorBodySchema),
  },
})
const downloadPdf = (width: 58 | 80) =>
  createRoute({
    method: 'get',
    path: `/api/invoices/{document_code}/{folio_number}/download-base64/${width}mm`,
    summary: `PDF for ${width} mm paper`,
    tags: ['Documents'],
    request: { params: byFolioPath, query: companyQuery },
    responses: { 200: jsonAnswer('The PDF in Base64', pdfDownloadSchema) },
  })

export function invoiceRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  creator: DocumentCreator,
  pdfs: PdfMaker,
): void {
  mount(app, createDocument, async (c) => {
    const body = await readJson(c)
    if (!body.ok) return fail(c, body.refusal)
    const pageToken = requestHeader(c, PAGE_HEADER) ?? null
    const created = await pdfs.whileCreating(() =>
      creator.create(c.get('principal'), { ...body.value, pageToken }),
    )
    if (!created.ok) return fail(c, created.refusal)
    pdfs.drawAhead(created.value)
    sayIssued(parts, c, created.value)
    return c.json(viewOf(created.value), 201)
  })

  mount(app, validateDocument, async (c) => {
    const problem = apiKeyProblem(c)
    if (problem !== null) return fail(c, problem)
    const body = await readJson(c)
    if (!body.ok) return fail(c, body.refusal)
    const { errors } = await validate(parts, c.get('principal'), body.value.value)
    if (errors.length === 0) return c.json({ valid: true })
    if ([400, 403, 404].includes(statusOf(errors))) return fail(c, { errors })
    return c.json({ valid: false, validation_errors: errors.map(toValidationError) })
  })

  mount(app, getById, async (c) => {
    const found = await findById(parts.storage, c.get('principal'), c.req.param('invoice_id') ?? '')
    return found.ok
      ? c.json(viewOf(found.value, await qrCodeOf(found.value)))
      : fail(c, found.refusal)
  })

  mount(app, getByFolio, async (c) => {
    const found = await findByPath(parts, c)
    return found.ok
      ? c.json(viewOf(found.value, await qrCodeOf(found.value)))
      : fail(c, found.refusal)
  })

  mount(app, deleteByFolio, async (c) => {
    if (!hasRole(c.get('principal'), 'ADMIN'))
      return fail(c, failure('ROLE_NOT_ALLOWED', '', { role: c.get('principal').role }))
    const found = await findByPath(parts, c)
    const deleted = found.ok
      ? await deletePending(parts, found.value.row, c.get('till') ?? null)
      : found
    return deleted.ok ? c.json(deleted.value) : fail(c, deleted.refusal)
  })

  for (const width of [58, 80] as const) {
    mount(app, downloadPdf(width), async (c) => {
      const found = await findByPath(parts, c)
      if (!found.ok) return fail(c, found.refusal)
      const { filename, bytes } = await pdfs.render(found.value, width)
      return pdfAnswer(c, filename, bytes)
    })
  }
}

/**
 * As bytes: half a hundred kilobytes of Base64, which has nothing to escape, are neither looked
 * through nor encoded again.
 */
function pdfAnswer(
  c: ServiceContext,
  filename: string,
  { buffer, byteOffset, length }: Uint8Array,
) {
  const content = Buffer.from(buffer, byteOffset, length).toString('base64')
  const text = `{"filename":${JSON.stringify(filename)},"content":"${content}","content_type":"application/pdf"}`
  return c.body(Buffer.from(text, 'latin1'), 200, { 'content-type': 'application/json' })
}

/** By this line a client's request, or a till's, leads to its document and back. */
function sayIssued(
  { log, metrics }: ServiceParts,
  c: ServiceContext,
  { row }: StoredDocument,
): void {
  metrics?.document(row.document_code)
  const document = { document: row.id, code: row.document_code, number: row.number }
  const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
  log.info({ requestId, keyId, company: row.company_id, ...document }, 'document issued')
}

const FOLIO_FORM = /^\d{1,10}$/

async function findByPath(
  parts: ServiceParts,
  c: ServiceContext,
): Promise<Result<StoredDocument, ApiFailure>> {
  const folio = c.req.param('folio_number') ?? ''
  if (!FOLIO_FORM.test(folio)) return refuse(failure('DOCUMENT_NOT_FOUND', 'folio_number'))
  const found = await findByFolio(parts.storage, c.get('principal'), {
    code: c.req.param('document_code') ?? '',
    folio: Number(folio),
    companyId: c.req.query('company_id') ?? null,
  })
  return found.ok ? ok(found.value) : found
}

/**
 * The parameter must be there, an object as JSON or as `apiKey[role]=...`. What it says grants
 * nothing: only the header does. Null when it is as it should be.
 */
function apiKeyProblem(c: ServiceContext): ApiFailure | null {
  if (Object.keys(c.req.query()).some((name) => /^apiKey\[\w+\](\[\d*\])?$/.test(name))) return null
  const json = c.req.query('apiKey')
  if (json === undefined) return failure('REQUIRED', 'apiKey')
  return z.record(z.string(), z.unknown()).safeParse(jsonOf(json)).success
    ? null
    : failure('INVALID_PARAMETER', 'apiKey', { detail: 'apiKey' })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
