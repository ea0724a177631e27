import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CREW } from '../../../../test/support/crew.ts'
import { must } from '../../../../test/support/must.ts'
import { peoplePerTest, ROSA, rowsOf } from '../../../../test/support/people-story.ts'

const people = peoplePerTest()
const { fixture, api, till, files, open, audit } = people
const { rut } = ROSA

describe('what the till knows of a person', () => {
  it('is found by RUT, in counts, and the look stands in the log without their name', async () => {
    await people.issueTo(ROSA)
    people.parkFor(ROSA)
    people.leavePictures('paper')
    const found = must(await api.findPerson({ rut: '12.345.678-5' }))
    expect(found).toMatchObject({
      rut,
      customer: { legalName: ROSA.legalName, phone: ROSA.phone, email: ROSA.email },
      documents: { count: 1, waitingCount: 0, keptUntil: '2032-12-31' },
      isInOpenSale: false,
      parkedCount: 1,
      pictureCount: 1,
      pdfCount: 1,
      erasedAt: null,
    })
    expect(found.documents.newest).toMatchObject([{ documentType: '39', folio: 1 }])
    expect(found.attemptCount).toBeGreaterThan(0)
    const [row] = audit()
    expect(row).toMatchObject({ action: 'person-found' })
    expect(row?.detail['what']).toMatch(/^[0-9a-f]{12}$/)
  })

  it('is nothing for a stranger, and nobody is behind the RUT of sales without a buyer', async () => {
    people.sellTo(ROSA)
    expect(must(await api.findPerson({ rut: '11.111.111-1' }))).toMatchObject({
      customer: null,
      documents: { count: 0, keptUntil: null },
      attemptCount: 0,
    })
    expect(await api.findPerson({ rut: '66666666-6' })).toMatchObject({
      ok: false,
      refusal: { code: 'PERSON_IS_NOBODY', field: 'rut' },
    })
    expect(await api.findPerson({ rut: '12345678-9' })).toMatchObject({
      ok: false,
      refusal: { code: 'RUT_CHECK_DIGIT', field: 'rut' },
    })
  })

  it('is for the owner alone', async () => {
    for (const [name, role, pin] of CREW) {
      const saved = must(await api.saveStaff({ staffId: null, name, role, pin }))
      const id = saved.members.find((member) => member.name === name)?.id ?? ''
      if (role === 'owner') must(await api.signIn({ staffId: id, pin }))
    }
    const camila = api.staff().members.find(({ role }) => role === 'cashier')
    must(await api.signIn({ staffId: camila?.id ?? '', pin: '2580' }))
    const before = rowsOf(fixture.dataDir, 'SELECT count(*) AS count FROM audit')
    for (const ask of [api.findPerson, api.exportPerson, api.erasePerson])
      expect(await ask({ rut })).toMatchObject({ ok: false, refusal: { code: 'OWNER_REQUIRED' } })
    expect(await api.correctPerson(ROSA)).toMatchObject({ ok: false })
    expect(api.peopleData()).toMatchObject({ ok: false })
    expect(rowsOf(fixture.dataDir, 'SELECT count(*) AS count FROM audit')).toEqual(before)
  })

  it('is lent with the owner’s settings for a visit, and the log says by whom', async () => {
    for (const [name, role, pin] of CREW) {
      const saved = must(await api.saveStaff({ staffId: null, name, role, pin }))
      const id = saved.members.find((member) => member.name === name)?.id ?? ''
      if (role === 'owner') must(await api.signIn({ staffId: id, pin }))
    }
    const idOf = (role: string) => api.staff().members.find((each) => each.role === role)?.id ?? ''
    must(await api.signIn({ staffId: idOf('cashier'), pin: '2580' }))
    people.sellTo(ROSA)
    const subject = { kind: 'settings' } as const
    must(await api.approve({ staffId: idOf('owner'), pin: '3690', subject }))
    must(await api.erasePerson({ rut }))
    api.giveBackSettings()
    expect(await api.findPerson({ rut })).toMatchObject({ ok: false })
    must(await api.signIn({ staffId: idOf('owner'), pin: '3690' }))
    expect(audit().find(({ action }) => action === 'person-erased')).toMatchObject({
      staffName: 'Camila',
      approverName: 'Paula',
    })
  })

  it('is not touched while the keyring that names people in the log does not open', async () => {
    people.sellTo(ROSA)
    await till.stop()
    const closed = { load: async () => 'sealed by the system', save: async () => {} }
    await fixture.open({ pinCost: 4, ownSecret: closed })
    for (const ask of [api.findPerson, api.exportPerson, api.erasePerson])
      expect(await ask({ rut })).toMatchObject({
        ok: false,
        refusal: { code: 'PEOPLE_SECRET_CLOSED' },
      })
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toEqual([{ rut }])
  })

  it('does not keep the till from opening where its files cannot be read', async () => {
    await till.stop()
    mkdirSync(files().tombstoneFile)
    await open()
    expect(people.sellTo(ROSA)).toMatch(/^[0-9A-Z]{26}$/)
  })

  it('is corrected by the rules of a buyer; what was issued says what it said', async () => {
    await people.issueTo(ROSA)
    expect(await api.correctPerson({ ...ROSA, email: 'rosa' })).toMatchObject({
      ok: false,
      refusal: { code: 'EMAIL_NOT_VALID', field: 'email' },
    })
    const corrected = { ...ROSA, legalName: 'Rosa Zurita', email: '' }
    expect(must(await api.correctPerson(corrected)).customer).toMatchObject({
      legalName: 'Rosa Zurita',
      email: '',
    })
    expect(audit()[0]).toMatchObject({ action: 'person-corrected' })
    expect(audit()[0]?.detail['what']).toMatch(/ \(legalName, email\)$/)
    expect(JSON.stringify(audit())).not.toContain('Zurita')
    expect(api.findCustomers({ text: 'rosa zur', limit: 6 })).toMatchObject([
      { legalName: 'Rosa Zurita' },
    ])
    expect(rowsOf(fixture.dataDir, 'SELECT recipient_name AS name FROM sale')).toEqual([
      { name: ROSA.legalName },
    ])
    expect(await api.correctPerson({ ...ROSA, rut: '11111111-1' })).toMatchObject({
      ok: false,
      refusal: { code: 'PERSON_NOT_A_CUSTOMER' },
    })
  })

  it('is handed over as one file with the documents, line by line', async () => {
    await people.issueTo(ROSA)
    const { fileName, text } = must(await api.exportPerson({ rut }))
    expect(fileName).toBe('datos-personales-2026-11-20.json')
    expect(JSON.parse(text)).toMatchObject({
      rut,
      cliente: { nombre: ROSA.legalName, correo: ROSA.email },
      documentos: [
        {
          tipo: 'Boleta electrónica',
          folio: 1,
          nombre: ROSA.legalName,
          comprador: { legal_name: ROSA.legalName, address: { email: ROSA.email } },
          lineas: [{ nombre: 'Pan (kg)', cantidad: 1, total: 1890 }],
          pagos: [{ medio: 'Efectivo', monto: 1890 }],
          seGuardaHasta: '2032-12-31',
        },
      ],
    })
    expect(audit()[0]).toMatchObject({ action: 'person-exported' })
  })
})
