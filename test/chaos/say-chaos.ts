import type { ChaosReport } from './chaos.ts'

/** The figures of a run in a few lines. */
export function sayChaos(report: ChaosReport): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const faults = [...report.faults].map(([name, count]) => `${name} ${count}`).join(', ')
  return [
    `chaos, seed ${report.seed}: ${report.sales} sales, ${report.returns} returns, ${report.returnsAhead} of them before their ` +
      `receipt had its folio, ${report.creditsSpent} kept and spent; ${report.documents} documents, ${report.papersSent} on paper, ${report.papersMarked} marked for a ` +
      `person, ${report.slips} slips; kill -9: tills ${report.tillKills}, service ${report.serviceKills}`,
    `proxy: ${faults}; answers lost ${report.lostAnswers}, answered DUPLICATE ${report.duplicateAnswers}; ` +
      `most tries of one receipt ${report.triesMax}, slowest exchange ${seconds(report.slowestExchangeMs)}`,
    `broken promises: ${report.violations.length}; sold in ${seconds(report.sellingMs)}, all settled in ${seconds(report.totalMs)}`,
  ].join('\n')
}
