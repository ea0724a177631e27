import { useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { ArrowDown, ArrowUp, Check, Plus } from 'lucide-react'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { CATEGORY_HUES, CATEGORY_NAME_CHARS_MAX } from '#shared/catalogue/decide-category.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { ExampleShelves } from '../kit/example-shelves.tsx'
import { useShelves } from '../kit/use-shelves.ts'
import styles from './goods.module.css'

/** The shelves of the sale screen: their names, colours and order. Each is changed by itself. */
export function ShelvesDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useShelves()
  const [told, setTold] = useState('')
  const close = ui.screen.getState().close
  return (
    <Sheet
      title={t('shelves.title')}
      lead={t('shelves.lead')}
      widthRem={44}
      actions={
        <Button variant="primary" onPress={close} data-testid="shelves-done">
          {t('shelves.done')}
        </Button>
      }
    >
      <p className={styles.told} role="status" data-testid="shelves-told">
        {told}
      </p>
      <ExampleShelves onAdded={(names) => setTold(t('shelves.saved', { name: names }))} />
      <ul className={styles.shelves} aria-label={t('shelves.list')}>
        {shelves.map((shelf, index) => (
          <li key={shelf.id}>
            <ShelfForm
              shelf={shelf}
              isFirst={index === 0}
              isLast={index === shelves.length - 1}
              onSaved={(name) => setTold(t('shelves.saved', { name }))}
            />
          </li>
        ))}
        <li key={`new-${shelves.length}`}>
          <ShelfForm
            shelf={null}
            isFirst
            isLast
            onSaved={(name) => setTold(t('shelves.saved', { name }))}
          />
        </li>
      </ul>
    </Sheet>
  )
}

interface ShelfFormProps {
  /** Null makes a new one. */
  readonly shelf: CategoryView | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onSaved: (name: string) => void
}

function ShelfForm({ shelf, isFirst, isLast, onSaved }: ShelfFormProps) {
  const { t } = useTranslation()
  const { name, setName, hue, setHue, problem, isBusy, isChanged, save, move } = useShelf(
    shelf,
    onSaved,
  )
  const called = shelf?.name ?? t('shelves.newName')
  return (
    <Form
      className={styles.shelfForm}
      data-testid={shelf === null ? 'new-shelf' : 'shelf'}
      onSubmit={save}
    >
      <Field
        label={shelf === null ? called : t('shelves.nameOf', { name: called })}
        value={name}
        onChange={setName}
        refusal={problem}
        maxLength={CATEGORY_NAME_CHARS_MAX * 2}
        testId="shelf-name"
      />
      <div className={styles.shelfTools}>
        {shelf !== null && (
          <>
            <Button
              size="square"
              variant="quiet"
              isDisabled={isFirst || isBusy}
              aria-label={t('shelves.earlier', { name: called })}
              data-testid="shelf-earlier"
              onPress={() => void move('earlier')}
            >
              <ArrowUp size={20} aria-hidden="true" />
            </Button>
            <Button
              size="square"
              variant="quiet"
              isDisabled={isLast || isBusy}
              aria-label={t('shelves.later', { name: called })}
              data-testid="shelf-later"
              onPress={() => void move('later')}
            >
              <ArrowDown size={20} aria-hidden="true" />
            </Button>
          </>
        )}
        <Button
          size="square"
          variant={isChanged ? 'primary' : 'plain'}
          type="submit"
          isDisabled={!isChanged || isBusy}
          aria-label={shelf === null ? t('shelves.add') : t('shelves.save', { name: called })}
          data-testid="save-shelf"
        >
          {shelf === null ? (
            <Plus size={20} aria-hidden="true" />
          ) : (
            <Check size={20} aria-hidden="true" />
          )}
        </Button>
      </div>
      <Hues label={t('shelves.colourOf', { name: called })} hue={hue} onChange={setHue} />
    </Form>
  )
}

function Hues({
  label,
  hue,
  onChange,
}: {
  readonly label: string
  readonly hue: number
  readonly onChange: (hue: number) => void
}) {
  const { t } = useTranslation()
  // A colour of before that is none of those offered stays to be chosen.
  const hues = [...new Set<number>([...CATEGORY_HUES, hue])].toSorted((a, b) => a - b)
  return (
    <ListBox
      aria-label={label}
      layout="grid"
      orientation="horizontal"
      className={styles.hues ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[String(hue)]}
      onSelectionChange={(keys) => {
        if (keys !== 'all') onChange(Number([...keys][0]))
      }}
    >
      {hues.map((each) => (
        <ListBoxItem
          key={each}
          id={String(each)}
          textValue={t('shelves.hue', { hue: each })}
          aria-label={t('shelves.hue', { hue: each })}
          className={styles.hue ?? ''}
          style={{ '--hue': each } as CSSProperties}
        />
      ))}
    </ListBox>
  )
}

function useShelf(shelf: CategoryView | null, onSaved: (name: string) => void) {
  const ui = useUi()
  const before = { name: shelf?.name ?? '', hue: shelf?.hue ?? CATEGORY_HUES[0] }
  const [name, setName] = useState(before.name)
  const [hue, setHue] = useState<number>(before.hue)
  const { problem, setProblem, isBusy, ...sending } = useSending()
  const send = (work: () => Promise<Result<null, Refusal>>) =>
    sending.send(async () => {
      const answer = await work()
      if (answer.ok) onSaved(name.trim())
      return answer.ok ? null : answer.refusal
    })
  const categoryId = shelf?.id ?? null
  return {
    name,
    setName(next: string) {
      setName(next)
      setProblem(null)
    },
    hue,
    setHue,
    problem,
    isBusy,
    isChanged: name.trim() !== before.name || (shelf !== null && hue !== before.hue),
    save: () => send(() => ui.port.saveCategory({ categoryId, name, hue })),
    async move(by: 'earlier' | 'later') {
      if (categoryId !== null) await send(() => ui.port.moveCategory({ categoryId, by }))
    },
  }
}
