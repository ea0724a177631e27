/**
 * Spec parts 1, 4 and 7: validation that leaves no trace, keys and what they reach, errors outside
 * validation.
 */
import { describe, expect, it } from 'vitest'
import { validationResponseSchema } from '#shared/issuing/document-response.ts'
import { connectedPerFile, receipt } from './contract-world.ts'

const world = connectedPerFile()

describe('validation endpoint', () => {
  it('demands the apiKey parameter and takes it as JSON or deepObject', async () => {
    const request = receipt(world.issuer)
    expect((await world.send('POST', '/api/invoices/validate', request)).status).toBe(400)
    for (const query of [
      'apiKey={"role":"OWNER"}',
      'apiKey[apiKeyId]=x&apiKey[role]=OWNER&apiKey[accessibleCompanyIds][]=y',
    ]) {
      expect(
        (await world.send('POST', `/api/invoices/validate?${encodeURI(query)}`, request)).body,
      ).toEqual({ valid: true })
    }
  })

  it.each(['', 'text', '{', '[]', 'null', '5', '"x"'])(
    'refuses «%s» as apiKey, which is no object',
    async (value) => {
      const path = `/api/invoices/validate?apiKey=${encodeURIComponent(value)}`
      const answer = await world.send('POST', path, receipt(world.issuer))
      expect(answer.status).toBe(400)
      const { validation_errors: errors } = validationResponseSchema.parse(answer.body)
      expect(errors).toMatchObject([{ field: 'apiKey', code: 'INVALID_PARAMETER' }])
    },
  )

  it('keeps the shape of the validation response whatever is wrong', async () => {
    const answers = [
      await world.send('POST', '/api/invoices/validate?apiKey={}', '{', {}),
      await world.send('POST', '/api/invoices/validate?apiKey={}', receipt(world.issuer), {
        'x-api-key': 'wrong',
      }),
      await world.send('POST', '/api/invoices/validate?apiKey={}', receipt('11111111-1')),
      await world.send('POST', '/api/invoices/validate?apiKey={}', {
        ...receipt(world.issuer),
        invoice_type: '99',
      }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([400, 401, 404, 404])
    for (const { body } of answers)
      expect(validationResponseSchema.parse(body)).toMatchObject({ valid: false })
  })

  it('registers nothing and consumes no folio', async () => {
    const before = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const request = receipt(world.issuer)
    await world.send('POST', '/api/invoices/validate?apiKey={}', request)
    await world.send('POST', '/api/invoices/validate?apiKey={}', request)
    const after = await world.send('POST', '/api/invoices', request)
    expect(after).toMatchObject({ status: 201, body: { number: before.body.number + 1 } })
  })
})

describe('authentication', () => {
  const paths = [
    '/api/invoices/39/1',
    '/api/tax-types',
    '/api/taxpayers/CHL/76192083-9',
    '/api/companies/x/logo',
    '/api/additional-export-info',
    '/api/invoices',
    '/api/invoices.csv',
    '/api/invoices/by-reference/x',
  ]

  it.each(paths)('%s answers 401 without a valid key', async (path) => {
    expect((await world.send('GET', path, undefined, { 'x-api-key': '' })).status).toBe(401)
    expect(
      (
        await world.send('GET', path, undefined, {
          'x-api-key': `msn_${'0'.repeat(16)}_${'A'.repeat(43)}`,
        })
      ).status,
    ).toBe(401)
  })

  it('answers 403 to a key that does not reach the company, whatever the query claims', async (context) => {
    const { memberKey, other } = world
    if (memberKey === null || other === null)
      return context.skip('needs --member-key and a company that it does not reach')
    const otherIssuer = other.document_number
    const headers = { 'x-api-key': memberKey }
    const claim = encodeURI('apiKey={"role":"OWNER","accessibleCompanyIds":["*"]}')
    const refused = await world.send(
      'POST',
      `/api/invoices/validate?${claim}`,
      receipt(otherIssuer),
      headers,
    )
    expect(refused.status).toBe(403)
    expect(validationResponseSchema.parse(refused.body)).toMatchObject({ valid: false })
    expect(
      (await world.send('GET', `/api/companies/${other.id}/enumeration/list`, undefined, headers))
        .status,
    ).toBe(403)
    expect(
      (await world.send('DELETE', `/api/companies/${world.companyId}/webhooks`, undefined, headers))
        .status,
    ).toBe(403)
    expect((await world.send('POST', '/api/invoices', receipt(otherIssuer), headers)).status).toBe(
      403,
    )
    const own = await world.send('POST', '/api/invoices', receipt(world.issuer), headers)
    expect(own.status).toBe(201)
    expect(
      (await world.send('DELETE', `/api/invoices/39/${own.body.number}`, undefined, headers))
        .status,
    ).toBe(403)
    const theirs = await world.send('POST', '/api/invoices', receipt(otherIssuer))
    expect(
      (await world.send('GET', `/api/invoices/by-id/${theirs.body.id}`, undefined, headers)).status,
    ).toBe(403)
    expect(
      (await world.send('GET', `/api/invoices/39/${theirs.body.number}`, undefined, headers))
        .status,
    ).toBe(404)
  })
})

describe('errors outside validation', () => {
  it('carry code, message and errors', async () => {
    const { body } = await world.send('POST', '/api/invoices', {
      ...receipt(world.issuer),
      totals: { sub_total: 1, total: 2 },
    })
    expect(body).toMatchObject({
      code: 'INVOICE_TOTALS_MISMATCH',
      errors: [{ field: 'total', code: 'INVOICE_TOTALS_MISMATCH' }],
    })
    expect(body.message).toContain('2')
  })

  it('use the statuses of the house', async () => {
    const big = { ...receipt(world.issuer), observations: 'x'.repeat(1_048_577) }
    expect((await world.send('POST', '/api/invoices', big)).status).toBe(413)
    expect(
      (await world.send('POST', '/api/invoices', 'x', { 'content-type': 'text/plain' })).status,
    ).toBe(415)
    expect((await world.send('POST', '/api/invoices', '{"a":')).status).toBe(400)
    expect((await world.send('GET', '/api/nothing-here')).status).toBe(404)
  })
})
