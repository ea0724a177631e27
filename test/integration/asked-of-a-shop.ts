/** What the tills of a shop ask of the service, each kind of statement once. */
import { expect } from 'vitest'
import { soldFact } from './told-facts.ts'

export type Send = (method: string, path: string, body?: object, more?: object) => Promise<Response>

/** A till joins, and two of them share: every statement of a shop. */
export async function useFleet(sends: Send, company: string): Promise<void> {
  const send: Send = async (...asked) => {
    const answer = await sends(...asked)
    expect([asked[1], answer.status < 300]).toEqual([asked[1], true])
    return answer
  }
  const of = `?company_id=${company}`
  const join = async (installation: string, body: object) => {
    const code = (await (await send('POST', `/api/fleet/codes${of}`, body)).json()) as object
    const till = { ...code, installation_id: installation, name: 'Caja' }
    const { expires_at_ms: _, ...asked } = till as Record<string, unknown>
    return (await (await send('POST', '/api/fleet/pair', asked)).json()) as Record<string, string>
  }
  const one = await join('installation-1', {})
  const two = await join('installation-2', {})
  const as = (till: Record<string, string>, installation: string) => ({
    ...{ 'x-till-key': till['till_key'], 'x-installation': installation },
  })
  const said = (edit_id: string, id: string, fields: object, more: object = {}) => ({
    ...{ edit_id, kind: 'category', id, fields, is_deleted: false, age_ms: 0, heard_version: 0 },
    ...more,
  })
  const edits = [
    said('1', 'x', { name: 'Pan', hue: 1, position: 1 }),
    said('2', 'y', { name: 'PAN', hue: 2, position: 1 }),
    said('3', 'x', { name: 'Té' }),
  ]
  await send('POST', '/api/fleet/edits', { edits }, as(one, 'installation-1'))
  const more = [said('4', 'y', { hue: 3 }), said('5', 'x', {}, { is_deleted: true })]
  await send('POST', '/api/fleet/edits', { edits: more }, as(two, 'installation-2'))
  const product = { kind: 'product', age_ms: 0, heard_version: 0, is_deleted: false }
  const goods = {
    ...{ code: '1', more_codes: [], name: 'Té', unit: null, is_exempt: false, category: null },
    ...{ is_favourite: false, fixed_place: null, cost_net_clp: null, is_archived: false },
  }
  const priced = (edit_id: string, price_clp: number) => ({
    ...{ ...product, edit_id, id: 'p9', fields: { ...goods, price_clp } },
  })
  for (const edit of [priced('6', 100), priced('7', 900)])
    await send('POST', '/api/fleet/edits', { edits: [edit] }, as(two, 'installation-2'))
  const move = { move_id: '1', kind: 'sold', product: 'p', milli: -1_000, age_ms: 0 }
  await send('POST', '/api/fleet/moves', { moves: [move] }, as(one, 'installation-1'))
  await spend(send, as(one, 'installation-1'))
  const told = { told_before: { kind: 'sale', fact_id: '1' }, facts: [soldFact({ fact_id: '1' })] }
  await send('POST', '/api/fleet/facts', told, as(one, 'installation-1'))
  const health = { version: '1', pending: 0, folios: [], certificate_days: null, shift: null }
  const none = { oldest_age_ms: null, printer: null }
  await send('POST', '/api/fleet/health', { ...health, ...none }, as(one, 'installation-1'))
  const changes = (query: string) =>
    send('GET', `/api/fleet/changes?${query}`, undefined, as(one, 'installation-1'))
  const { version } = (await (await changes('after=0')).json()) as { version: number }
  // Long enough to look at what other processes took in.
  await changes(`after=${version}&wait_ms=700`)
  await send('GET', `/api/fleet/tills${of}`)
  await send('PUT', `/api/fleet/tills/${one['till_id']}${of}`, { is_hub: true })
  let term = 0
  const visit = { at: null, visit: 1, is_restored: false, addresses: [], left: [], waits: [] }
  for (const [till, installation] of [
    [one, 'installation-1'],
    [two, 'installation-2'],
  ] as const) {
    const answer = await send('POST', '/api/fleet/hub', visit, as(till, installation))
    const { hub } = (await answer.json()) as { hub: { term: number } }
    term = hub.term
  }
  const back = [{ kind: 'vale', worth_id: 'x', version: 1, taken: [] }]
  const shared = { term, after: 0, born: [], back }
  await send('POST', '/api/fleet/hub-worths', shared, as(one, 'installation-1'))
  await join('installation-3', { till_id: one['till_id'] })
  await send('PUT', `/api/fleet/tills/${two['till_id']}${of}`, { is_retired: true })
}

/** A vale, from till to till; a receipt that came back before its till told of it. */
async function spend(send: Send, as: Record<string, string | undefined>): Promise<void> {
  const vale = { kind: 'vale', worth_id: 'x' }
  const worth = { ...vale, names: ['n'], parts: { clp: 9 }, facts: '' }
  await send('POST', '/api/fleet/worths', { worths: [worth] }, as)
  const claim = { ...vale, key: '12345678', takes: { clp: 1 }, is_done: false }
  await send('POST', '/api/fleet/worth-claims', claim, as)
  const release = { ...vale, key: '12345678', is_undone: false }
  await send('POST', '/api/fleet/worth-releases', release, as)
  const sale = { kind: 'sale', worth_id: '39 1 2026-01-01 9' }
  const paper = { ...sale, names: [], parts: { clp: 9 }, facts: '' }
  const back = { ...sale, key: '12345679', takes: { clp: 1 }, is_done: false, worth: paper }
  await send('POST', '/api/fleet/worth-claims', back, as)
  await send('POST', '/api/fleet/worths', { worths: [{ ...paper, facts: '{}' }] }, as)
  await send('POST', '/api/fleet/worth-restores', { restore_id: 'restore1', holds: [] }, as)
  await send('POST', '/api/fleet/worth-finds', { kind: 'vale', name: 'n' }, as)
}
