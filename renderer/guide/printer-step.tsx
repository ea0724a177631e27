import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Notice } from '../kit/notice.tsx'
import { callCore } from '../actions/counter.ts'
import { PrinterCard } from '../settings/printer-card.tsx'
import { useUi } from '../stores/till-ui.ts'
import { DidItComeOut } from './did-it-come-out.tsx'
import { printerPaper, printerToChoose, type PrinterFacts } from './printer-paper.ts'
import type { StepContentProps } from './step-props.ts'

/** The printers as in the settings, and below them whether a paper is in somebody's hand. */
export function PrinterStep({ settings, staff, view, onDone }: StepContentProps) {
  const ui = useUi()
  const printers = useStore(ui.settings, (state) => state.printers)
  const [tested, setTested] = useState<PrinterFacts['tested']>(null)
  const facts: PrinterFacts = {
    known: printers?.map(({ config }) => config.id) ?? null,
    chosenId: settings.printerId,
    tested,
    isDone: view.steps.some(({ step, state }) => step === 'printer' && state === 'done'),
  }
  const paper = printerPaper(facts)
  const cameOut = async () => {
    const printerId = ui.settings.getState().unsaved === null ? printerToChoose(facts) : null
    if (printerId !== null) {
      const refused = await callCore(ui, ui.settings.getState().save({ printerId }))
      if (refused !== null || ui.status.getState().link === 'down') return
    }
    onDone()
  }
  return (
    <>
      <WayOn paper={paper} />
      <PrinterCard
        {...{ settings, staff }}
        onTested={(printerId, isRefused) => setTested({ printerId, isRefused })}
      />
      {paper === 'asked' && (
        <DidItComeOut
          question="guide.testPageOut"
          help="guide.testPageHelp"
          onYes={() => void cameOut()}
        />
      )}
    </>
  )
}

const NOTICES = {
  none: ['plain', 'guide.noPrinterYet'],
  unchosen: ['info', 'guide.choosePrinter'],
  failed: ['wait', 'guide.testPageHelp'],
  done: ['good', 'guide.printerDone'],
} as const

/** Above the printers, however many there are: what to do, or that nothing is. */
function WayOn({ paper }: { readonly paper: ReturnType<typeof printerPaper> }) {
  const { t } = useTranslation()
  if (paper === 'looking' || paper === 'asked') return null
  const [tone, text] = NOTICES[paper]
  return (
    <Notice tone={tone} testId={`printer-${paper}`}>
      {t(text)}
    </Notice>
  )
}
