import { useEffect, useRef, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Search } from 'lucide-react'
import { parseRut, formatRut } from '#shared/rut/rut.ts'
import type { ListedCompany } from '#shared/issuing/service-answer.ts'
import type { OwnCompany } from '#shared/onboarding/contract.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import type { Draft } from '../kit/section.tsx'
import type { TypedShop } from './typed-shop.ts'
import styles from './settings.module.css'

type Told = 'filled' | 'nothing' | 'unavailable'

/**
 * What the service knows of the shop, written into the fields for its owner to read through and
 * save. A shop without a RUT is asked for at once: the key may be of one company only.
 */
export function ShopFromService({ draft }: { readonly draft: Draft<TypedShop> }) {
  const ui = useUi()
  const { t } = useTranslation()
  const missing = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing)
  const isAnswering = missing?.includes('address') === false && !missing.includes('key')
  const hasRut = missing?.includes('shop') === false
  const [told, setTold] = useState<Told | 'asking' | null>(null)
  // An answer comes later: it is laid over what stands there then.
  const [companies, setCompanies] = useState<readonly ListedCompany[]>([])
  const latest = useRef(draft)
  latest.current = draft
  const ask = async (rut: string | null) => {
    setTold('asking')
    const answer = await callCore(ui, ui.port.ownCompany({ rut }))
    const { value, change } = latest.current
    if (answer?.ok !== true) return setTold(answer === null ? null : 'unavailable')
    if (rut === null) setCompanies(answer.value.companies)
    const filled = fieldsOf(answer.value, value, rut !== null)
    // Changing a field takes away what was said of it: an answer without news leaves it standing.
    if (Object.keys(filled).length > 0) change(filled)
    const said = toldBy(answer.value, filled)
    // Nobody asked for a RUT: that nothing is known is no news, and would move the keys below.
    setTold(rut === null && said === 'nothing' ? null : said)
  }
  /** Of another company nothing stays: neither its name nor its place are this one's. */
  const choose = (rut: string) => {
    const before = parseRut(latest.current.value.rut)
    latest.current.change(before.ok && before.value !== rut ? { ...EMPTY, rut } : { rut })
    void ask(rut)
  }
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || !isAnswering || hasRut) return
    asked.current = true
    void ask(null)
  })
  if (!isAnswering) return null
  const typed = parseRut(draft.value.rut)
  // Choosing it has looked it up.
  const isChosen = typed.ok && companies.some(({ rut }) => rut === typed.value)
  return (
    <>
      {companies.length > 0 && (
        <Companies companies={companies} chosen={typed.ok ? typed.value : null} onChoose={choose} />
      )}
      {!isChosen && (
        <p>
          <Button
            isDisabled={told === 'asking' || !typed.ok}
            onPress={() => typed.ok && void ask(typed.value)}
            data-testid="shop-look-up"
          >
            <Search size={19} aria-hidden="true" />
            {t(told === 'asking' ? 'setUp.lookingUp' : 'setUp.lookUp')}
          </Button>
        </p>
      )}
      {told !== null && told !== 'asking' && (
        <Notice tone={told === 'filled' ? 'good' : 'info'} testId={`shop-told-${told}`}>
          {t(`setUp.told.${told}`)}
        </Notice>
      )}
    </>
  )
}

function Companies({
  companies,
  chosen,
  onChoose,
}: {
  readonly companies: readonly ListedCompany[]
  readonly chosen: string | null
  readonly onChoose: (rut: string) => void
}) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      className={styles.companies ?? ''}
      value={chosen}
      onChange={onChoose}
      data-testid="companies"
    >
      <Label>{t('setUp.whichCompany')}</Label>
      {companies.map(({ rut, name }) => (
        <Radio key={rut} value={rut} className={styles.answer ?? ''} data-testid={`company-${rut}`}>
          <span className={styles.printerName}>{name ?? formatRut(rut)}</span>
          {name !== null && <span className={styles.printerMeta}>{formatRut(rut)}</span>}
        </Radio>
      ))}
    </RadioGroup>
  )
}

const EMPTY = { legalName: '', activity: '', tradeName: '', address: '', commune: '' } as const

/** `replaces`: somebody has asked for this RUT; else nothing that is typed is written over. */
function fieldsOf(
  { rut, taxpayer }: OwnCompany,
  typed: TypedShop,
  replaces: boolean,
): Partial<TypedShop> {
  const own = parseRut(typed.rut)
  const isOther = typed.rut.trim() !== '' && (!own.ok || own.value !== rut)
  if (rut === null || isOther) return {}
  const { kind: _, ...known } = taxpayer.kind === 'found' ? taxpayer : { kind: 'unknown' as const }
  const tradeName = taxpayer.kind === 'found' ? { tradeName: taxpayer.legalName.slice(0, 60) } : {}
  const offered: Partial<TypedShop> = { rut, ...known }
  return { ...emptyOnly(tradeName, typed), ...(replaces ? offered : emptyOnly(offered, typed)) }
}

const emptyOnly = (offered: Partial<TypedShop>, typed: TypedShop): Partial<TypedShop> =>
  Object.fromEntries(
    Object.entries(offered).filter(([field]) => typed[field as keyof TypedShop].trim() === ''),
  )

function toldBy({ taxpayer }: OwnCompany, filled: Partial<TypedShop>): Told {
  if (taxpayer.kind === 'unavailable') return 'unavailable'
  return taxpayer.kind === 'found' && Object.keys(filled).length > 0 ? 'filled' : 'nothing'
}
