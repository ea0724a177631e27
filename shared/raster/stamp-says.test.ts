import { describe, expect, it } from 'vitest'
import { isStampOf, readStamp } from './stamp-says.ts'

const stamp = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const TED = stamp(
  '<TED version="1.0"><DD><RE>76192083-9</RE><TD>39</TD><F>41</F><RSR>Ñuñoa</RSR><MNT>1990</MNT></DD></TED>',
)
const OURS = { documentType: '39', folio: 41, totalClp: 1990 }

describe('a stamp', () => {
  it('names type, folio and total', () => expect(readStamp(TED)).toEqual(OURS))

  it.each([
    ['ours', OURS, true],
    ['another folio', { ...OURS, folio: 42 }, false],
    ['another total', { ...OURS, totalClp: 1991 }, false],
    ['another type', { ...OURS, documentType: '41' }, false],
  ] as const)('of %s', (_, document, isOurs) => expect(isStampOf(TED, document)).toBe(isOurs))

  it('that says nothing contradicts nothing', () =>
    expect(isStampOf(stamp('otro'), OURS)).toBe(true))
})
