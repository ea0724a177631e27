import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { Button, KeyCap, type ButtonProps } from '../kit/button.tsx'
import { keyOf, type ActionId } from '../actions/registry.ts'
import styles from '../settings/settings.module.css'
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

type Work = 'check' | 'backup' | 'export' | 'diagnostics'
const KEYS: Readonly<Partial<Record<Work, ActionId>>> = { backup: 'backUp' }

/** Pieces of work beside each other, each called as its word is. */
export function AskRow({
  works,
  ...rest
}: PartProps & {
  readonly part: Part
  readonly isDisabled?: boolean
  readonly works: readonly (readonly [Work, ReactNode, AskButtonProps['ask']])[]
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.trial}>
      {works.map(([work, icon, ask]) => (
        <AskButton key={work} {...rest} ask={ask} data-testid={`support-${work}`}>
          {icon}
          {t(`support.${work}`)}
          {KEYS[work] !== undefined && <KeyCap name={keyOf(KEYS[work])} />}
        </AskButton>
      ))}
    </div>
  )
}
