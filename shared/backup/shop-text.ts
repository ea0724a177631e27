/** Which shop a copy is of, by what of it is known; empty for one that has said neither. */
export const shopText = ({
  shopName,
  rut,
}: {
  readonly shopName: string
  readonly rut: string
}): string => [shopName, rut].filter((known) => known !== '').join(' ')
