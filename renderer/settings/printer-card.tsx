import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { FileCheck2, Plus, Printer, RefreshCw, SlidersHorizontal } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { TestPrint } from '#shared/printing/printers.ts'
import type { PrinterView } from '#shared/printing/views.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Fold } from '../kit/fold.tsx'
import { Notice, RefusalNotice, Tag } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useCodeText } from '../kit/use-texts.ts'
import { PaperSettings } from '../pages/paper-settings.tsx'
import { AddPrinterDialog } from './add-printer-dialog.tsx'
import { PrinterDialog } from './printer-dialog.tsx'
import { SectionForm, useDraft, type Draft } from '../kit/section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from '../kit/section-props.ts'

const NONE = 'none'

interface PrinterCardProps extends SectionProps {
  /**
   * Of the first start, which asks for no more than a printer: told of each test page; `isRefused`:
   * nobody need look for it.
   */
  readonly onTested?: (printerId: string, isRefused: boolean) => void
}

/** Which printer the papers go to. Setting one up, and its test page, are actions of their own. */
export function PrinterCard({ settings, onTested }: PrinterCardProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const printers = useStore(ui.settings, (state) => state.printers)
  const isLooking = useStore(ui.settings, (state) => state.isLooking)
  const [open, setOpen] = useState<PrinterView | 'new' | null>(null)
  const draft = useDraft(choiceOf(settings), (changed) => ui.settings.getState().save(changed))
  const look = () => ui.settings.getState().lookForPrinters()
  const lookEverywhere = () => ui.settings.getState().lookForPrinters({ network: true })
  const lookButton = (
    <Button
      variant="quiet"
      isDisabled={isLooking}
      data-testid="look-everywhere"
      onPress={() => void lookEverywhere()}
    >
      <RefreshCw size={18} aria-hidden="true" />
      {t('settings.lookAgain')}
    </Button>
  )
  return (
    <>
      <SectionForm draft={draft} title={t('settings.printer')} head={lookButton}>
        {isLooking && <Notice tone="plain">{t('settings.looking')}</Notice>}
        {!isLooking && printers?.length === 0 && (
          <Notice tone="wait">{t('settings.noPrinters')}</Notice>
        )}
        {printers !== null && (
          <RadioGroup
            aria-label={t('settings.printer')}
            className={styles.printers ?? ''}
            value={draft.value.printerId}
            onChange={(id) => draft.change({ printerId: id })}
          >
            {printers.map((printer) => (
              <PrinterOption
                key={printer.config.id}
                printer={printer}
                onOpen={() => setOpen(printer)}
                {...(onTested === undefined ? {} : { onTested })}
              />
            ))}
          </RadioGroup>
        )}
        <p>
          <Button onPress={() => setOpen('new')} data-testid="add-printer">
            <Plus size={18} aria-hidden="true" />
            {t('printers.add')}
          </Button>
        </p>
        {onTested === undefined && <Papers draft={draft} printers={printers} />}
      </SectionForm>
      {open === 'new' && (
        <AddPrinterDialog onClose={() => setOpen(null)} onAdded={() => void look()} />
      )}
      {open !== null && open !== 'new' && (
        <PrinterDialog printer={open} onClose={() => setOpen(null)} onSaved={() => void look()} />
      )}
    </>
  )
}

/** The choice of a printer, and beside it what can be done with it. */
function PrinterOption({
  printer,
  onOpen,
  onTested,
}: Pick<PrinterCardProps, 'onTested'> & {
  readonly printer: PrinterView
  readonly onOpen: () => void
}) {
  const { t } = useTranslation()
  const troubleText = useCodeText()(printer.trouble)
  const { config, present, trouble } = printer
  const test = useTestPage(config.id, onTested)
  return (
    <div className={styles.printerRow}>
      <Radio value={config.id} className={styles.printer ?? ''}>
        <Printer size={24} strokeWidth={1.7} aria-hidden="true" />
        <span>
          <span className={styles.printerName}>{config.name}</span>
          <br />
          <span className={styles.printerMeta}>
            {t('settings.printerMeta', {
              kind: t(`settings.transport.${config.transport.kind}`),
              widthMm: config.widthMm,
            })}
            {troubleText !== null && <> · {troubleText}</>}
          </span>
        </span>
        <Tag tone={present && trouble === null ? 'good' : 'wait'}>
          {t(
            present
              ? trouble === null
                ? 'settings.ready'
                : 'settings.troubled'
              : 'settings.absent',
          )}
        </Tag>
      </Radio>
      <div className={styles.printerActions}>
        <Button
          isDisabled={test.isBusy}
          aria-label={t('printers.testOf', { name: config.name })}
          data-testid={`test-page-${config.id}`}
          onPress={() => void test.print()}
        >
          <FileCheck2 size={18} aria-hidden="true" />
          {t(test.isBusy ? 'printers.testing' : 'printers.test')}
        </Button>
        <Button
          aria-label={t('printers.setUpOf', { name: config.name })}
          data-testid={`set-up-${config.id}`}
          onPress={onOpen}
        >
          <SlidersHorizontal size={18} aria-hidden="true" />
          {t('printers.setUp')}
        </Button>
      </div>
      {printer.repeatsByItself === true && config.transport.kind === 'spooler' && (
        <Notice tone="wait" testId={`repeats-${config.id}`}>
          {t('printers.repeats')}{' '}
          <code className={styles.command}>
            lpadmin -p &quot;{config.transport.queue}&quot; -o printer-error-policy=abort-job
          </code>
        </Notice>
      )}
      <TestResult test={test} />
    </div>
  )
}

function TestResult({ test }: { readonly test: TestPage }) {
  const { t } = useTranslation()
  return (
    <>
      <RefusalNotice refusal={test.refusal} testId="test-page-trouble" />
      {test.done !== null && (
        <Notice tone={test.done.stampReadable === false ? 'wait' : 'good'} testId="test-page-done">
          {t(test.done.state === 'printed' ? 'printers.testPrinted' : 'printers.testSent')}
          {test.done.stampReadable === false && <> {t('printers.testStamp')}</>}
          {test.done.heard !== null && (
            <>
              {' '}
              {t(
                Object.values(test.done.heard).includes(true)
                  ? 'printers.heardIt'
                  : 'printers.heardNothing',
              )}
            </>
          )}
        </Notice>
      )}
    </>
  )
}

interface TestPage {
  readonly isBusy: boolean
  readonly refusal: Refusal | null
  readonly done: TestPrint | null
  readonly print: () => Promise<void>
}

function useTestPage(printerId: string, onTested?: PrinterCardProps['onTested']): TestPage {
  const ui = useUi()
  const [state, setState] = useState<Omit<TestPage, 'print'>>({
    isBusy: false,
    refusal: null,
    done: null,
  })
  const print = async () => {
    setState({ isBusy: true, refusal: null, done: null })
    try {
      const answer = await ui.port.printTestPage({ printerId, page: 'test' })
      setState({
        isBusy: false,
        refusal: answer.ok ? null : answer.refusal,
        done: answer.ok ? answer.value : null,
      })
      onTested?.(printerId, !answer.ok && answer.refusal.code !== 'PRINT_UNKNOWN')
    } catch {
      setState({ isBusy: false, refusal: null, done: null })
      ui.status.setState({ link: 'down' })
    }
  }
  return { ...state, print }
}

const CHOSEN = [
  'printerId',
  'fallbackPrinterId',
  'fallsBackByItself',
  'printsReceiptAfterSlip',
  'paperRule',
  'printsPageCode',
] as const
type PrinterChoice = Pick<SettingsView, (typeof CHOSEN)[number]>

const choiceOf = (settings: SettingsView) =>
  Object.fromEntries(CHOSEN.map((field) => [field, settings[field]])) as PrinterChoice

/** What is printed, and where else. */
function Papers({
  draft,
  printers,
}: {
  readonly draft: Draft<PrinterChoice>
  readonly printers: readonly PrinterView[] | null
}) {
  const { t } = useTranslation()
  return (
    <Fold title={t('settings.papers')} testId="papers-part">
      {printers !== null && <Fallback draft={draft} printers={printers} />}
      <Switch
        isSelected={draft.value.printsReceiptAfterSlip}
        onChange={(isOn) => draft.change({ printsReceiptAfterSlip: isOn })}
      >
        {t('settings.printsReceiptAfterSlip')}
      </Switch>
      <PaperSettings draft={draft} />
    </Fold>
  )
}

function Fallback({
  draft,
  printers,
}: {
  readonly draft: Draft<PrinterChoice>
  readonly printers: readonly PrinterView[]
}) {
  const { t } = useTranslation()
  const { printerId, fallbackPrinterId, fallsBackByItself } = draft.value
  const others = printers.filter(({ config }) => config.id !== printerId)
  const chosen = others.some(({ config }) => config.id === fallbackPrinterId)
    ? fallbackPrinterId
    : null
  return (
    <>
      <ChoiceList
        label={t('printers.fallback')}
        value={chosen ?? NONE}
        testId="fallback-printer"
        choices={[
          { value: NONE, label: t('printers.noFallback') },
          ...others.map(({ config }) => ({ value: config.id, label: config.name })),
        ]}
        onChange={(value) => draft.change({ fallbackPrinterId: value === NONE ? null : value })}
      />
      {chosen !== null && (
        <Switch
          isSelected={fallsBackByItself}
          onChange={(isOn) => draft.change({ fallsBackByItself: isOn })}
        >
          {t('printers.fallsBackByItself')}
        </Switch>
      )}
    </>
  )
}
