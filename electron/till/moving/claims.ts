/**
 * Under which names this till opens packages, until each is in place: a till that was cut off knows
 * its own package again, also after it began another.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../durability/durable-files.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import { textOf } from './move-package.ts'

/** Older ones are of sticks that never came back. */
const CLAIMS_MAX = 20
const CLAIM_BYTES = 8

const ID = z.string().regex(/^[0-9a-f]{16}$/)
const storedClaims = z.array(z.object({ packageId: ID, claimId: ID }))
type Claim = z.output<typeof storedClaims>[number]

/** None where the file is damaged: then the packages it knew open nowhere by themselves. */
export function readClaims({ claim }: TillFolder): readonly Claim[] {
  try {
    return storedClaims.safeParse(JSON.parse(textOf(claim) ?? '[]')).data ?? []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** The one there is, or a new one; on the disk before it is used. */
export function claimOf(folder: TillFolder, packageId: string): string {
  const claims = readClaims(folder)
  const known = claims.find((claim) => claim.packageId === packageId)
  if (known !== undefined) return known.claimId
  const claimId = randomBytes(CLAIM_BYTES).toString('hex')
  mkdirSync(dirname(folder.claim), { recursive: true, mode: 0o700 })
  keep(folder, [...claims.slice(1 - CLAIMS_MAX), { packageId, claimId }])
  return claimId
}

/** It is in place: nobody opens it again, this till neither. */
export function forgetClaim(folder: TillFolder, packageId: string): void {
  const claims = readClaims(folder)
  const others = claims.filter((claim) => claim.packageId !== packageId)
  if (others.length < claims.length) keep(folder, others)
}

function keep({ claim }: TillFolder, claims: readonly Claim[]): void {
  if (claims.length > 0) writeDurably(claim, JSON.stringify(claims))
  else rmSync(claim, { force: true })
}
