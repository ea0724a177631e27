import { useState, type ReactNode } from 'react'
import { Printer } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { Button, type ButtonProps } from './button.tsx'
import { RefusalNotice } from './notice.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { callCore } from '../actions/counter.ts'

/** A paper that is asked for by its own key: the key, why it did not go, and what follows it. */
export function PrintKey({
  print,
  words,
  testIds,
  iconPx = 18,
  children,
  ...looks
}: Pick<ButtonProps, 'variant' | 'size'> & {
  readonly print: (ui: TillUi) => Promise<Result<unknown, Refusal>>
  readonly words: { readonly key: string; readonly busy: string }
  readonly testIds: { readonly key: string; readonly trouble: string }
  readonly iconPx?: number
  /** Once it is on its way to the printer. */
  readonly children: ReactNode
}) {
  const ui = useUi()
  const [phase, setPhase] = useState<'open' | 'busy' | 'sent'>('open')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const press = async () => {
    setPhase('busy')
    setProblem(null)
    const answer = await callCore(ui, print(ui))
    setPhase(answer?.ok === true ? 'sent' : 'open')
    if (answer?.ok === false) setProblem(answer.refusal)
  }
  return (
    <>
      <p>
        <Button
          {...looks}
          isDisabled={phase === 'busy'}
          onPress={() => void press()}
          data-testid={testIds.key}
        >
          <Printer size={iconPx} aria-hidden="true" />
          {phase === 'busy' ? words.busy : words.key}
        </Button>
      </p>
      <RefusalNotice refusal={problem} testId={testIds.trouble} />
      {phase === 'sent' && children}
    </>
  )
}
