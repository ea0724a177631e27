/** Figures of a series in milliseconds: median first. */
export interface Figures {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export function figuresOf(samplesMs: readonly number[]): Figures {
  const sorted = [...samplesMs].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

export function row(name: string, { p50, p95, max }: Figures): string {
  return `| ${name} | ${[p50, p95, max].map((ms) => ms.toFixed(1)).join(' | ')} |`
}
