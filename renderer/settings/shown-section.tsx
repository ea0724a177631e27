/** The part of the settings shown; what was looked for in it comes in sight and in hand. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { unfoldTo } from '../kit/fold.tsx'
import { useUi } from '../stores/till-ui.ts'
import { SettingHistory } from './setting-history.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import type { Section } from './sections.tsx'

export function ShownSection({ section, ...props }: SectionProps & { readonly section: Section }) {
  const content = useRef<HTMLDivElement>(null)
  usePointing(content)
  return (
    <>
      <div ref={content}>
        <section.Content {...props} />
      </div>
      {props.staff.mayChangeSettings && (
        <SettingHistory section={section.id} settings={props.settings} />
      )}
    </>
  )
}

/** To the control of that name; where there is none now, to the heading. */
function usePointing(content: { readonly current: HTMLElement | null }): void {
  const ui = useUi()
  const { i18n } = useTranslation()
  const pointsAt = useStore(ui.settings, (state) => state.pointsAt)
  useEffect(() => {
    const heading = content.current?.querySelector<HTMLElement>('h2')
    // Led there once: React plays an effect twice in development, and a key is pressed once.
    if (content.current === null || pointsAt === null) return
    if (ui.settings.getState().pointsAt !== pointsAt) return
    ui.settings.setState({ pointsAt: null })
    const found = controlNamed(content.current, pointsAt.to)
    const target = found ?? heading
    unfoldTo(target)
    target?.scrollIntoView({ block: 'center' })
    target?.focus()
    if (pointsAt.isPressed === true && found instanceof HTMLButtonElement) found.click()
  }, [ui, i18n, content, pointsAt])
}

function controlNamed(content: HTMLElement, name: string): HTMLElement | null {
  const asked = content.querySelector<HTMLElement>(`[data-testid="${CSS.escape(name)}"]`)
  if (asked !== null) return asked
  const label = [...content.querySelectorAll<HTMLElement>('label, span, h3, button')].find(
    ({ textContent }) => textContent.trim() === name,
  )
  const around = label?.closest<HTMLLabelElement>('label') ?? null
  if (around !== null) return around.querySelector('input') ?? around.control
  const named =
    label === undefined || label.id === ''
      ? null
      : content.querySelector<HTMLElement>(`[aria-labelledby~="${CSS.escape(label.id)}"]`)
  return (
    named?.querySelector<HTMLElement>('input, button') ??
    named ??
    label?.closest<HTMLElement>('button, summary') ??
    null
  )
}
