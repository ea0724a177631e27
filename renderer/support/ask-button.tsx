import type { Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { Button, type ButtonProps } from '../components/button.tsx'
import type { Part, PartProps } from './use-support.ts'

interface AskButtonProps extends PartProps, Omit<ButtonProps, 'onPress'> {
  readonly part: Part
  readonly ask: () => Promise<Result<unknown, Refusal>>
}

/** Asks the core for a piece of work, one at a time. */
export function AskButton({ support, part, ask, isDisabled = false, ...rest }: AskButtonProps) {
  return (
    <Button
      {...rest}
      onPress={() => void support.ask(part, ask())}
      isDisabled={isDisabled || support.isRunning}
    />
  )
}
