/**
 * What is sold by weight, volume or length. Its quantity is measured each time, so a scan or a tap
 * alone does not say how much of it is sold.
 */
const MEASURES: ReadonlySet<string> = new Set([
  'KG',
  'KGS',
  'KILO',
  'G',
  'GR',
  'GRS',
  'LT',
  'LTS',
  'L',
  'ML',
  'CC',
  'M',
  'MT',
  'MTS',
  'CM',
  'M2',
  'M3',
])
/** Those of them a scale gives. */
const WEIGHTS: ReadonlySet<string> = new Set(['KG', 'KGS', 'KILO', 'G', 'GR', 'GRS'])

/** `unit` as the catalogue has it: `kg`, `LT`; null for whole things. */
export function isMeasured(unit: string | null): boolean {
  return unit !== null && MEASURES.has(unit.trim().toUpperCase())
}

export function isWeight(unit: string | null): boolean {
  return unit !== null && WEIGHTS.has(unit.trim().toUpperCase())
}
