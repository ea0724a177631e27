import { describe, expect, it } from 'vitest'
import { LANGUAGE_IDS } from '#shared/languages/languages.ts'
import { createTexts } from '../i18n/texts.ts'
import { ACTIONS, actionById, isPlainKey, keyName } from './registry.ts'
import type { Action } from './action.ts'

const actions: readonly Action[] = ACTIONS

describe('the action registry', () => {
  it('has no two actions with one id', () => {
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
  })

  it('has no key with two meanings on one screen', () => {
    for (const scope of new Set(actions.map((action) => action.scope))) {
      const keys = actions
        .filter((action) => action.scope === scope || action.scope === 'everywhere')
        .flatMap(({ keys }) => keys)
      expect(
        keys.filter((key, index) => keys.indexOf(key) !== index),
        scope,
      ).toEqual([])
    }
  })

  it.each(LANGUAGE_IDS)('names every action in %s', async (language) => {
    const texts = await createTexts(language)
    expect(actions.filter(({ id }) => !texts.exists(`actions.${id}`)).map(({ id }) => id)).toEqual(
      [],
    )
  })

  it('gives every action a key to show on its button', () => {
    expect(actions.filter(({ keys }) => keys.length === 0)).toEqual([])
    expect(actionById('pay').keys[0]).toBe('F12')
  })
})

describe('key names', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey', boolean>> = {},
  ) => keyName({ key, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...held })

  it.each([
    [press('F12'), 'F12'],
    [press('F7', { shiftKey: true }), 'Shift+F7'],
    [press('Enter', { ctrlKey: true }), 'Ctrl+Enter'],
    [press('Enter', { metaKey: true }), 'Ctrl+Enter'],
    [press('+', { shiftKey: true }), '+'],
    [press('Delete', { shiftKey: true }), 'Shift+Delete'],
    [press('L', { ctrlKey: true }), 'Ctrl+l'],
  ])('%s is %s', (name, wanted) => expect(name).toBe(wanted))

  it('leaves plain keys to fields and function keys to nobody', () => {
    expect(['Enter', '+', 'Delete', 'Shift+Delete', 'ArrowUp'].every(isPlainKey)).toBe(true)
    expect(['F1', 'F12', 'Shift+F7', 'Ctrl+Enter'].some(isPlainKey)).toBe(false)
  })
})
