/** Refusals of the first start and of the practice beside a shop, in English. */
export const guideRefusals = {
  PRACTICE_NOT_HERE: 'There is no practice beside the shop here.',
  PRACTICE_SALE_OPEN: 'A sale is open. Charge it, park it or empty it, and go to practise again.',
  PRACTICE_NOT_OPENED:
    'The practice could not be opened. The shop is as it was. Look at the free space of the disk and try again.',
  OWN_SHOP_NOT_HERE: 'Your shop is here already, or this practice cannot open one.',
  OWN_SHOP_NOT_OPENED:
    'Your shop could not be opened. The practice is as it was. Look at the free space of the disk and try again.',
  PIN_NOT_SAME: 'The two PINs are not the same. Type them again.',
}
