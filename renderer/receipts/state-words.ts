import type { IssueState, PaperView, PrintState } from '#shared/bridge/views.ts'
import type { Tone } from '../components/notice.tsx'

/** How a state looks. The words are in renderer/i18n under `issue.<state>` and `print.<state>`. */
const ISSUE_TONES: Readonly<Record<IssueState, 'good' | 'wait' | 'bad'>> = {
  queued: 'wait', sending: 'wait', accepted: 'wait', reconciling: 'wait', numbered: 'good', rejected: 'bad', attention: 'bad',
}

const PRINT_TONES: Readonly<Record<PrintState, Tone>> = {
  waiting: 'plain', queued: 'plain', printing: 'info', sent: 'good', held: 'wait', unknown: 'bad', failed: 'bad',
}

export function issueTone(state: IssueState): 'good' | 'wait' | 'bad' {
  return ISSUE_TONES[state]
}

export function printTone(state: PrintState): Tone {
  return PRINT_TONES[state]
}

/** What the customer got: the printed receipt if there is one, else the printed slip, else the paper that is on its way. */
export function paperToShow(papers: readonly PaperView[]): PaperView | null {
  const printed = (kind: PaperView['kind']) => papers.find((paper) => paper.kind === kind && paper.imagePath !== null)
  return printed('receipt') ?? printed('slip') ?? papers[0] ?? null
}
