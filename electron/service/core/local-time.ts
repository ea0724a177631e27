import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import type { Country } from './country.ts'

const ZONES: Readonly<Record<Country, string>> = {
  CHL: 'America/Santiago',
  ARG: 'America/Argentina/Buenos_Aires',
  URY: 'America/Montevideo',
}
const FORMATS = {
  CHL: formatOf(ZONES.CHL),
  ARG: formatOf(ZONES.ARG),
  URY: formatOf(ZONES.URY),
} as const

/** The calendar day where the issuer is. */
export function localDate(country: Country, at: EpochMs): IsoDate {
  return localDateTime(country, at).slice(0, 10) as IsoDate
}

/** `YYYY-MM-DDThh:mm:ss` where the issuer is, as stamps and letters of the authority write it. */
export function localDateTime(country: Country, at: EpochMs): string {
  const second = Math.floor(at / 1000)
  if (last.country !== country || last.second !== second) {
    last = { country, second, text: FORMATS[country].format(at).replace(' ', 'T') }
  }
  return last.text
}

/**
 * Formatting takes longer than signing half a stamp, and all documents of a second share the
 * answer.
 */
let last: { readonly country: Country; readonly second: number; readonly text: string } = {
  country: 'CHL',
  second: Number.NaN,
  text: '',
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}
