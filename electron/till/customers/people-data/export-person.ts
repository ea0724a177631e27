/** One file with everything the till holds about a person: to be read by people and by programs. */
import type { PersonFile, PersonView } from '#shared/customers/people-views.ts'
import { DOCUMENT_NAMES } from '#shared/issuing/document-names.ts'
import { keptUntil } from '#shared/customers/retention.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { PeopleParts } from './people-parts.ts'
import { viewOfPerson } from './person-view.ts'

/** More documents than one person has at one till; the newest of them. */
const DOCUMENTS_MAX = 5_000

export async function exportPerson(parts: PeopleParts, key: Buffer, rut: Rut): Promise<PersonFile> {
  const view = await viewOfPerson(parts, key, rut)
  const today = parts.today()
  const file = {
    leame: [
      `Datos que esta caja guarda de ${formatRut(rut)}, al ${today}.`,
      'Cliente: lo que la caja completa sola en la próxima venta.',
      'Documentos: boletas y notas emitidas; la ley obliga a guardarlas hasta la fecha indicada.',
      'Otros: lo que hay en copias, en palabras; se borra al cumplir su plazo.',
    ],
    hecho: `${today} ${santiagoTime(parts.clock.now())}`,
    rut,
    cliente: customerIn(view),
    documentos: documentsOf(parts, rut),
    otros: {
      ventasGuardadasSinCobrar: view.parkedCount,
      intercambiosConElServicio: view.attemptCount,
      imagenesDePapel: view.pictureCount,
      pdf: view.pdfCount,
      respaldos: view.backupCount,
      basesEnCuarentena: view.quarantineCount,
    },
  }
  return { fileName: `datos-personales-${today}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

function customerIn({ customer }: PersonView) {
  if (customer === null) return null
  return {
    nombre: customer.legalName,
    telefono: customer.phone,
    correo: customer.email,
    activity: customer.activity,
    direccion: customer.address,
    commune: customer.commune,
    notas: customer.notes,
    visto: santiagoDate(customer.lastSoldAt),
  }
}

interface LineRow {
  readonly nombre: string
  readonly cantidad: number
  readonly total: number
}

function documentsOf({ db, rows }: PeopleParts, rut: Rut) {
  // A receipt that was corrected names another than its sale: each hears of their own part.
  const head = db.prepare<[string, string], { nombre: string | null; referencia: string }>(
    `SELECT iif(recipient_rut = ?, recipient_name, NULL) AS nombre,
      external_reference AS referencia FROM sale WHERE id = ?`,
  )
  const lines = db.prepare<[string], LineRow>(`SELECT name AS nombre,
    quantity_milli / 1000.0 AS cantidad, gross_clp AS total
    FROM sale_line WHERE sale_id = ? ORDER BY line_number`)
  const payments = db.prepare<[string], { medio: string; monto: number; referencia: string }>(
    `SELECT iif(name = '', method, name) AS medio, total_clp AS monto, reference AS referencia
    FROM sale_payment WHERE sale_id = ? ORDER BY position`,
  )
  const mails = db.prepare<[string], { direccion: string; estado: string }>(
    `SELECT address AS direccion, state AS estado FROM mail_job
    WHERE sale_id = ? AND address <> '' ORDER BY seq`,
  )
  const body = db
    .prepare<[string, string], string>(`SELECT json_extract(CAST(body AS TEXT), '$.recipient')
      FROM receipt WHERE sale_id = ?
        AND json_extract(CAST(body AS TEXT), '$.recipient.document_number') = ?`)
    .pluck()
  const saleIds = rows.sales(rut).map(({ saleId }) => saleId)
  return rows
    .documents(saleIds, DOCUMENTS_MAX)
    .map((document) => ({
      tipo: DOCUMENT_NAMES[document.documentType],
      folio: document.folio,
      fecha: document.date,
      total: document.totalClp,
      ...head.get(rut, document.saleId),
      comprador: buyerIn(body.get(document.saleId, rut)),
      lineas: lines.all(document.saleId),
      pagos: payments.all(document.saleId),
      correos: mails.all(document.saleId),
      seGuardaHasta: keptUntil(document.date),
    }))
}

/** As it was sent to the service; null of a voucher's sale, and of a receipt for somebody else. */
function buyerIn(json: string | undefined): unknown {
  return json === undefined || json === null ? null : (JSON.parse(json) as unknown)
}
