/** The rows a bench of the counter prints. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

export function head(title: string): void {
  say(`\n${title}\n\n| | n | p50 | p99 | max |\n|---|---|---|---|---|`)
}

export function longTasks(tasks: readonly number[]): string {
  return `Tasks of the page over 50 ms while selling: ${tasks.length}${tasks.length === 0 ? '' : ` (longest ${Math.max(...tasks).toFixed(0)} ms)`}`
}

export function line(name: string, samplesMs: readonly number[]): string {
  const sorted = [...samplesMs].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return `| ${name} | ${sorted.length} | ${[at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(1)).join(' | ')} |`
}
