/**
 * The receipt fonts, opened once and shared by every document. Letters advance by whole dots: each
 * letter then meets the printer's grid the same way every time, so the same letter always prints
 * the same, and widths are plain integer sums.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'
import type { FontFace, MeasureText } from '#shared/paper/drawing.ts'

const FILES: Readonly<Record<FontFace, string>> = {
  medium: 'IBMPlexSansCondensed-Medium.ttf',
  bold: 'IBMPlexSansCondensed-Bold.ttf',
}
/** Glyphs of code points below this are kept at hand: Latin-1 and Latin Extended A and B. */
const CACHED_CODE_POINTS = 0x250

export interface PaperFonts {
  readonly measure: MeasureText
  /**
   * A font for one document; `sizeDots` must be set to the em size before each text, since advances
   * depend on it.
   */
  readonly openFor: (face: FontFace) => SnappedFont
}

/**
 * A fontkit font whose advances are whole dots at `sizeDots`. pdfkit takes it in place of a font
 * file.
 */
export interface SnappedFont extends Font {
  sizeDots: number
}

/**
 * Reads both faces from `fontsDir`. Throws when one is missing: better at start than at the first
 * sale.
 */
export function loadPaperFonts(fontsDir: string): PaperFonts {
  const faces: Readonly<Record<FontFace, OpenFace>> = {
    medium: openFace(join(fontsDir, FILES.medium)),
    bold: openFace(join(fontsDir, FILES.bold)),
  }
  return {
    measure: (text, style) => {
      const face = faces[style.face]
      let widthDots = 0
      for (const character of text) widthDots += advanceDots(face, character, style.sizeDots)
      return widthDots
    },
    openFor: (face) => snappedFont(faces[face]),
  }
}

interface OpenFace {
  readonly font: Font
  readonly glyphs: Glyph[]
}

function openFace(path: string): OpenFace {
  const font = create(readFileSync(path))
  if (!('glyphForCodePoint' in font)) throw new Error(`${path} is a font collection`)
  const glyphs = Array.from({ length: CACHED_CODE_POINTS }, (_, codePoint) =>
    font.glyphForCodePoint(codePoint),
  )
  return { font, glyphs }
}

function glyphOf(face: OpenFace, character: string): Glyph {
  const codePoint = character.codePointAt(0) ?? 0
  return face.glyphs[codePoint] ?? face.font.glyphForCodePoint(codePoint)
}

function advanceDots(face: OpenFace, character: string, sizeDots: number): number {
  return Math.round((glyphOf(face, character).advanceWidth * sizeDots) / face.font.unitsPerEm)
}

/**
 * Kerning and ligatures are left out on purpose: they would move letters off the dot grid for
 * nothing one can see.
 */
function snappedFont(face: OpenFace): SnappedFont {
  const { unitsPerEm } = face.font
  const snapped = Object.create(face.font, {
    sizeDots: { value: 1, writable: true },
    layout: {
      value: (text: string) => {
        const characters = [...text]
        const unitsPerDot = unitsPerEm / snapped.sizeDots
        const positions = characters.map((character) => ({
          xAdvance: advanceDots(face, character, snapped.sizeDots) * unitsPerDot,
          yAdvance: 0,
          xOffset: 0,
          yOffset: 0,
        }))
        const advanceWidth = positions.reduce((sum, position) => sum + position.xAdvance, 0)
        return {
          glyphs: characters.map((character) => glyphOf(face, character)),
          positions,
          advanceWidth,
        }
      },
    },
  }) as SnappedFont
  return snapped
}
