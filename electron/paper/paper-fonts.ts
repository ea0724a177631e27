/**
 * The receipt fonts, opened once and shared by every document. Letters advance by whole dots: each
 * letter then meets the printer's grid the same way every time, so the same letter always prints
 * the same, and widths are plain integer sums.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'
import type { FontFace, MeasureText } from '#shared/paper/drawing.ts'
import { createEmbedding, type EmbeddedFace, type SnappedFace } from './embedded-face.ts'

const FILES: Readonly<Record<FontFace, string>> = {
  medium: 'IBMPlexSansCondensed-Medium.ttf',
  bold: 'IBMPlexSansCondensed-Bold.ttf',
}
/** Glyphs of code points below this are kept at hand: Latin-1 and Latin Extended A and B. */
const CACHED_CODE_POINTS = 0x250

export interface PaperFonts {
  readonly measure: MeasureText
  /** A face for one document, with what it has beyond the usual characters. */
  readonly embed: (face: FontFace, unusual: string) => EmbeddedFace
  readonly font: (face: FontFace) => Font
}

/**
 * Reads both faces from `fontsDir`. Throws when one is missing: better at start than at the first
 * sale.
 */
export function loadPaperFonts(fontsDir: string): PaperFonts {
  const faces: Readonly<Record<FontFace, SnappedFace>> = {
    medium: openFace(join(fontsDir, FILES.medium)),
    bold: openFace(join(fontsDir, FILES.bold)),
  }
  const embeddings = { medium: createEmbedding(faces.medium), bold: createEmbedding(faces.bold) }
  return {
    measure: (text, style) => {
      const face = faces[style.face]
      let widthDots = 0
      for (const character of text) widthDots += face.advanceDots(character, style.sizeDots)
      return widthDots
    },
    embed: (face, unusual) => embeddings[face](unusual),
    font: (face) => faces[face].font,
  }
}

/**
 * Kerning and ligatures are left out on purpose: they would move letters off the dot grid for
 * nothing one can see.
 */
function openFace(path: string): SnappedFace {
  const font = create(readFileSync(path))
  if (!('glyphForCodePoint' in font)) throw new Error(`${path} is a font collection`)
  const glyphs = Array.from({ length: CACHED_CODE_POINTS }, (_, codePoint) =>
    font.glyphForCodePoint(codePoint),
  )
  const glyphOf = (character: string): Glyph => {
    const codePoint = character.codePointAt(0) ?? 0
    return glyphs[codePoint] ?? font.glyphForCodePoint(codePoint)
  }
  const advanceDots = (character: string, sizeDots: number): number =>
    Math.round((glyphOf(character).advanceWidth * sizeDots) / font.unitsPerEm)
  return { font, glyphOf, advanceDots }
}
