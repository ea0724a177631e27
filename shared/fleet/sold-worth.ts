/** What was sold, by what stands on its paper: so all tills of a shop name it, and the service. */
export interface SoldName {
  readonly documentType: string
  readonly folio: number
  readonly date: string
  readonly totalClp: number
}

export const soldWorthId = ({ documentType, folio, date, totalClp }: SoldName): string =>
  `${documentType} ${folio} ${date} ${totalClp}`

/** Null where it names no receipt. */
export function readSoldWorthId(id: string): SoldName | null {
  const [, documentType, folio, date, totalClp] =
    /^(\d{2}) (\d{1,12}) (\d{4}-\d{2}-\d{2}) (\d{1,12})$/.exec(id) ?? []
  return documentType === undefined || date === undefined
    ? null
    : { documentType, folio: Number(folio), date, totalClp: Number(totalClp) }
}
