/**
 * What the page before the core asks when the till's data cannot be opened. Plain JSON at the
 * hosts' door: there is no core yet that could answer.
 */
import { z } from 'zod'
import type { Refusal } from '../languages/refusals.ts'
import { lookInput, restoreInput, type BackupChoice, type RestoreDone } from './views.ts'
import type { EpochMs } from '../core/brand.ts'

export const RESCUE_PATH = '/rescue'

/** `DATABASE_LOST`: it is missing, or empty. */
export const RESCUED_FAULTS = ['DATABASE_BROKEN', 'DATABASE_LOST', 'DATABASE_FOREIGN'] as const
export type RescuedFault = (typeof RESCUED_FAULTS)[number]

export interface RescueBackup extends BackupChoice {
  /** Null where it cannot be read: it is not offered. */
  readonly facts: {
    readonly shopName: string
    readonly sales: number
    readonly lastSaleAt: EpochMs | null
    readonly lastFolio: number | null
  } | null
}

export interface RescueView {
  readonly fault: RescuedFault
  /** The whole sentence, for whoever is called. */
  readonly detail: string
  /** Newest first; those that were made last. */
  readonly backups: readonly RescueBackup[]
  /** What brings a copy back from a stick, as it is typed here. */
  readonly program: string
}

/** A stick or network folder with sealed copies on it. */
export interface RescueMedium {
  readonly folder: string
  /** What the till's own key or the typed code opens, newest first. */
  readonly copies: readonly RescueBackup[]
  /** What another code opens; null where nothing is left. */
  readonly sealed: { readonly count: number; readonly newestAt: EpochMs } | null
}

/** `otherRut`: of another shop's, typed by whoever wants it all the same. */
export const rescueInput = z.object({ copy: lookInput, otherRut: restoreInput.shape.otherRut })
export type RescueInput = z.output<typeof rescueInput>

type Refused = { readonly ok: false; readonly refusal: Refusal }
export type RescueAnswer = { readonly ok: true; readonly done: RestoreDone } | Refused
export type RescueFound = { readonly ok: true; readonly medium: RescueMedium } | Refused
