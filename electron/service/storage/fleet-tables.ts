/** The rows of what the tills of one shop share. Each is of one company, and found by it. */
import type { Generated } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Counted } from '#shared/fleet/day-limits.ts'
import type { Move } from '#shared/fleet/contract.ts'
import type { SharedKind } from '#shared/fleet/shared-records.ts'
import type { WorthKind } from '#shared/fleet/worth-contract.ts'
import type { ClaimState } from '#shared/fleet/worth.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FactTables } from './fact-tables.ts'

export interface FleetTables extends FactTables {
  /** `heard_since_ms`: without a gap; null: it was not heard since that is written down. */
  fleet_tills: Omit<FleetTillRow, 'replaced_at_ms'> & {
    heard_since_ms: Generated<EpochMs | null>
    replaced_at_ms: Generated<EpochMs | null>
  }
  fleet_codes: FleetCodeRow
  /** The version of what was changed last. Whoever changes anything holds the row to its COMMIT.
   * `epoch`: another one since the database was found to be an older one. */
  fleet_counters: FleetCounterRow
  /** When each version was made: another history made it at another time. */
  fleet_marks: { company_id: CompanyId; version: number; at_ms: EpochMs }
  fleet_records: FleetRecordRow
  fleet_words: FleetWordRow
  fleet_aliases: FleetAliasRow
  fleet_edits: FleetEditRow
  fleet_overruled: FleetOverruledRow
  fleet_moves: FleetMoveRow
  fleet_stock: FleetStockRow
  fleet_counted: FleetCountedRow
  fleet_parked: FleetParkedRow
  /** Keys of claims that were granted nothing, or were given up: they are granted nothing. */
  fleet_parked_void: { company_id: CompanyId; claim_key: string; at_ms: EpochMs }
  fleet_hubs: FleetHubRow
  fleet_hub_tills: FleetHubTillRow
  fleet_worths: FleetWorthRow
  fleet_worth_names: { company_id: CompanyId; kind: WorthKind; name: string; worth_id: string }
  fleet_worth_claims: FleetWorthClaimRow
  /** Of its last day of each; how many days that is from the epoch. */
  fleet_till_days: {
    company_id: CompanyId
    till_number: number
    what: Counted
    day: number
    count: number
  }
  /** What a price was before that till changed it. */
  fleet_price_changes: FleetPriceChangeRow
}

export interface FleetPriceChangeRow {
  company_id: CompanyId
  till_number: number
  record_id: string
  kind: SharedKind
  version: number
  at_ms: EpochMs
  /** Null: there was none. */
  was_clp: number | null
  /** That price was this till's own: 1. */
  was_own: number
}

interface FleetCounterRow {
  company_id: CompanyId
  version: number
  epoch: string
  /** Which secret of the PINs its tills have; empty for none. */
  pepper_id: string
  /** Hex, told to nobody: proves which versions were told. Empty until a till joins. */
  proof_key: string
}

export interface FleetTillRow {
  id: string
  company_id: CompanyId
  /** From 1 and for good, also of one that is retired. */
  number: number
  name: string
  branch: string | null
  installation_id: string
  /** SHA-256 of the secret half of its key, hex; the other half is its id. */
  secret_hash: string
  paired_at_ms: EpochMs
  seen_at_ms: EpochMs | null
  retired_at_ms: EpochMs | null
  /** Since when another computer is this till; null where none took its place. */
  replaced_at_ms: EpochMs | null
  /** How it called the last time its data were put back. */
  restored_as: string
  /** Since it was paired: what closes boxes for it; empty before it said so. */
  box_key: string
  /** The secret of the PINs it said to have; stays until it is paired anew. */
  holds_pepper: string
  asks_pepper: number
  /** The secret `box_pepper`, closed for it alone; empty for none. */
  box: string
  box_pepper: string
  /** Since the database was found to be put back; until its till has heard of that. */
  is_silent: number
  /** Of who let it in: an ADMIN's tills delete what is pending. */
  role: TillRole
}
export type TillRole = 'MEMBER' | 'ADMIN'

interface FleetCodeRow {
  /** SHA-256 of the code, hex. The row goes when it is used. */
  code_hash: string
  company_id: CompanyId
  /** Whose place is taken; null for a till more. */
  till_id: string | null
  /** Of who made it; at most ADMIN. */
  role: TillRole
  expires_at_ms: EpochMs
}

export interface FleetRecordRow {
  company_id: CompanyId
  kind: SharedKind
  id: string
  /** Of its last change; no two records of a company have the same. */
  version: number
  is_deleted: number
  /** JSON object, empty once it is deleted. */
  fields: string
  /** JSON: who changed what, and when. */
  stamps: string
}

/** One choice of a hub. */
export interface FleetHubRow {
  company_id: CompanyId
  /** Rises in the shop, over all its places. */
  term: number
  place: string
  /** Empty of a forgotten one while nobody knows which till it is. */
  till_id: string
  /**
   * What the keys of this term are made with, beside what only the hub's own key has. Empty where
   * the database was put back to before it: what was granted there, and to whom, nobody can say.
   */
  salt: string
  /** JSON list, as the hub said last. */
  addresses_json: string
  chosen_at_ms: EpochMs
  ended_at_ms: EpochMs | null
  /** Without a word of it another till of its place is heard since then; null: it is heard. */
  missed_from_ms: number | null
  /** And was last then. */
  missed_at_ms: number | null
  /** 1: it ended by its silence alone; the till is the hub again once it is heard. */
  comes_back: number
}

/** A till that was told of a hub. */
export interface FleetHubTillRow {
  company_id: CompanyId
  term: number
  till_id: string
  left_at_ms: EpochMs | null
  /** JSON list: parked sales it was granted there. */
  granted_json: string
  /** JSON, of the hub: all it granted, with the till; empty where it has not said. */
  kept_json: string
  is_whole: number
  /** 1: it may have been granted something of a vale there that it has not told. */
  owes: number
  /** In which of its visits it was told. */
  told_visit: number
  /** 0: it has left it, and neither owes nor waits for anything of it. */
  is_named: number
}

/** A value that no two records may have, and whose it is. */
interface FleetWordRow {
  company_id: CompanyId
  kind: SharedKind
  space: string
  word: string
  record_id: string
}

/** An id that stands for another record's. */
interface FleetAliasRow {
  company_id: CompanyId
  kind: SharedKind
  id: string
  stands_for: string
}

interface FleetEditRow {
  company_id: CompanyId
  edit_id: string
  kind: SharedKind
  record_id: string
  /** JSON: what it was answered, but for what it lost. */
  answer: string
  /** JSON list; emptied when its record is deleted. */
  lost: string
  answered_at_ms: EpochMs
}

/** A value of one till that another one replaced without having seen it. */
interface FleetOverruledRow {
  company_id: CompanyId
  till_number: number
  /** Of the record whose value won. */
  version: number
  kind: SharedKind
  record_id: string
  field: string
  /** JSON. */
  lost: string
  /** JSON. */
  won: string
  by_number: number
  at_ms: EpochMs
}

/** What came or went at one till, for good. */
export interface FleetMoveRow {
  company_id: CompanyId
  move_id: string
  till_number: number
  /** Empty in a shop of one place. */
  place: string
  product: string
  kind: Move['kind']
  /** Thousandths; less than 0 went out. */
  milli: number
  /** 0: there was a stock already when this till said what it began with. */
  is_counted: number
  made_at_ms: EpochMs
  /** From which on the stock has it in it. */
  version: number
}

/** The last move of an installation in the stock of that place. */
interface FleetCountedRow {
  company_id: CompanyId
  place: string
  installation_id: string
  seq: number
  version: number
}

/** The sum of the counted moves of a product at a place. */
export interface FleetStockRow {
  company_id: CompanyId
  place: string
  product: string
  milli: number
  version: number
}

/** A sale put aside at one till. Once another takes it its row stays, without content. */
export interface FleetParkedRow {
  company_id: CompanyId
  parked_id: string
  place: string
  till_number: number
  /** Of the till that parked it, whatever its number and place are since. */
  installation_id: string
  /** Of its last change. */
  version: number
  /** JSON: what a list shows. Empty of one that was only said to be taken. */
  facts: string
  /** JSON; empty some days after it was taken. */
  sale: string
  /** JSON; empty for nobody. */
  customer: string
  /** RUT; empty for nobody. */
  buyer: string
  parked_at_ms: EpochMs
  /** Of the till that has it; null while it waits. */
  taken_by: number | null
  taken_key: string | null
  taken_at_ms: EpochMs | null
}

/** What is spent once over all tills, as its till told of it first. */
export interface FleetWorthRow {
  company_id: CompanyId
  kind: WorthKind
  worth_id: string
  till_number: number
  /** JSON: so much by part. */
  parts: string
  /** JSON. */
  facts: string
  told_at_ms: EpochMs
  /** 1: what the company issued then was to try out; it pays nothing once documents count. */
  is_trial: number
  /** Of the till that told it, whatever its number is since. */
  installation_id: string
  /** Of the last claim on it that changed; 0 before. */
  version: number
  /** Of the hub that has it; 0: it is here. */
  lent_term: number
  /** Which time it was lent. */
  lent_version: number
  /** 1: somebody waits for it. */
  lent_asked: number
  /** Before it is lent no more. */
  lend_from_ms: number
}

/** What one till has taken off one. Its row stays, also once it has ended. */
interface FleetWorthClaimRow {
  company_id: CompanyId
  /** SHA-256, hex: the key itself is its till's alone. */
  key: string
  kind: WorthKind
  worth_id: string
  till_number: number
  /** JSON: so much by part. */
  takes: string
  state: ClaimState
  at_ms: EpochMs
  /** How often it has changed. */
  turn: number
  /** 1: a hub granted it, and its till may have spent it unheard. */
  is_by_hub: number
  /** Number of the hub by whose word alone it stands; 0: its till has said it as well. */
  told_by: number
}
