/**
 * A face as PDFs carry it. The letters of Spanish and of money are in all of them, decoded, encoded
 * and deflated once; a paper that has other ones gets a face of its own with those added.
 */
import { hash } from 'node:crypto'
import { constants, deflateSync } from 'node:zlib'
import type { Font, Glyph } from 'fontkit'
import { pdfNumber, type PdfFile } from './pdf-file.ts'

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join('')
/** In every PDF's faces. The other characters of the fonts cost a paper some milliseconds more. */
const USUAL_CHARACTERS = `${ASCII}ÁÉÍÓÚÑÜáéíóúñü¡¿°º·×–—…•€`
const usual = new Set(USUAL_CHARACTERS)
/** Faces with other letters are kept for the next paper: a shop's goods have the same names. */
const OTHER_FACES_MAX = 16
const BEST = { level: constants.Z_BEST_COMPRESSION }

/** A font whose letters advance by whole dots. */
export interface SnappedFace {
  readonly font: Font
  readonly glyphOf: (character: string) => Glyph
  readonly advanceDots: (character: string, sizeDots: number) => number
}

export interface EmbeddedFace {
  /**
   * What shows a character at an em size, inside the `<` and `>` of a TJ: its code, and how far its
   * advance in whole dots is from the font's own.
   */
  readonly shown: (character: string, sizeDots: number) => string
  /** Writes the font's objects and answers the number of the font. */
  readonly putInto: (file: PdfFile) => number
}

/** Of the characters of a text those that are not in every PDF, each once and in order. */
export function unusualCharacters(texts: Iterable<string>): string {
  const unusual = new Set<string>()
  for (const text of texts)
    for (const character of text) if (!usual.has(character)) unusual.add(character)
  return [...unusual].toSorted().join('')
}

/** Answers the face that shows the usual characters and `unusual` ones. */
export function createEmbedding(face: SnappedFace): (unusual: string) => EmbeddedFace {
  let plain: EmbeddedFace | null = null
  const others = new Map<string, EmbeddedFace>()
  return (unusual) => {
    const inFont = [...unusual].filter((character) => face.glyphOf(character).id !== 0).join('')
    if (inFont === '') return (plain ??= embedded(face, USUAL_CHARACTERS))
    const known = others.get(inFont)
    if (known !== undefined) return known
    const made = embedded(face, USUAL_CHARACTERS + inFont)
    if (others.size >= OTHER_FACES_MAX) others.clear()
    others.set(inFont, made)
    return made
  }
}

function embedded(face: SnappedFace, characters: string): EmbeddedFace {
  const subset = face.font.createSubset()
  const thousandths = 1_000 / face.font.unitsPerEm
  // Code 0 is the box for what the font has not.
  const widths = [face.font.getGlyph(0).advanceWidth * thousandths]
  const unicodes = [0xfffd]
  const codes = new Map<string, number>()
  for (const character of characters) {
    const glyph = face.glyphOf(character)
    // Its types say a boolean; it answers the glyph's number in the subset.
    const code = subset.includeGlyph(glyph) as unknown as number
    widths[code] ??= glyph.advanceWidth * thousandths
    unicodes[code] ??= character.codePointAt(0) ?? 0
    codes.set(character, code)
  }
  const sizes = new Map<number, Map<string, string>>()
  const shown = (character: string, sizeDots: number): string => {
    const known = sizes.get(sizeDots) ?? new Map<string, string>()
    if (known.size === 0) sizes.set(sizeDots, known)
    const found = known.get(character)
    if (found !== undefined) return found
    const code = codes.get(character) ?? 0
    const advance = (face.advanceDots(character, sizeDots) * 1_000) / sizeDots
    const correction = pdfNumber((widths[code] ?? 0) - advance, 6)
    const text = hex4(code) + (correction === '0' ? '' : `>${correction}<`)
    // What the font has not is without end; it looks the same whatever it is.
    if (code !== 0) known.set(character, text)
    return text
  }
  return { shown, putInto: writerOf(face.font, characters, subset.encode(), widths, unicodes) }
}

function writerOf(
  font: Font,
  characters: string,
  program: Uint8Array,
  widths: readonly number[],
  unicodes: readonly number[],
): EmbeddedFace['putInto'] {
  const name = `${tagOf(characters)}+${font.postscriptName}`
  const bytes = deflateSync(program, BEST)
  const toUnicode = deflateSync(toUnicodeMap(unicodes), BEST)
  const widthsText = widths.map((width) => pdfNumber(width, 3)).join(' ')
  const info = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>'
  return (file) => {
    const programId = file.putDeflated(`/Length1 ${program.length}`, bytes)
    const descriptorId = file.put(
      `<</Type/FontDescriptor/FontName/${name}${measures(font)}/FontFile2 ${programId} 0 R>>`,
    )
    const descendantId = file.put(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}${info}/CIDToGIDMap/Identity` +
        `/FontDescriptor ${descriptorId} 0 R/W[0[${widthsText}]]>>`,
    )
    const unicodeId = file.putDeflated('', toUnicode)
    return file.put(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
        `/DescendantFonts[${descendantId} 0 R]/ToUnicode ${unicodeId} 0 R>>`,
    )
  }
}

/** Six letters before the name say that it is a part of the font, and which. */
function tagOf(characters: string): string {
  const digest = Buffer.from(hash('sha256', characters, 'hex'), 'hex')
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

const SYMBOLIC = 4

function measures(font: Font): string {
  const scaled = (units: number) => pdfNumber((units * 1_000) / font.unitsPerEm, 3)
  const { minX, minY, maxX, maxY } = font.bbox
  return (
    `/Flags ${SYMBOLIC}/FontBBox[${[minX, minY, maxX, maxY].map(scaled).join(' ')}]` +
    `/ItalicAngle ${font.italicAngle}/Ascent ${scaled(font.ascent)}` +
    `/Descent ${scaled(font.descent)}/CapHeight ${scaled(font.capHeight)}/StemV 0`
  )
}

/** ISO 32000-1 9.10.3: what is copied or searched for is text. */
function toUnicodeMap(unicodes: readonly number[]): string {
  const rows = unicodes.map((unicode, code) => `<${hex4(code)}> <${utf16Hex(unicode)}>`)
  const blocks: string[] = []
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0')
}

function utf16Hex(codePoint: number): string {
  return Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
}
