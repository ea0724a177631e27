/**
 * The bridge: the table of contents in shared/bridge/till-api.ts with schemas and a wire around it. Refusals travel as
 * values; an exception is a bug and reaches the screen as one, without its stack.
 */
import { initTRPC, tracked } from '@trpc/server'
import {
  adoptIdInput, approveInput, auditInput, bestSellersInput, byCodeInput, commitInput, deleteReceiptInput, discardParkedInput,
  feedInput, findCustomersInput, listReceiptsInput, lookUpTaxpayerInput, openDrawerInput, productSliceInput,
  resendFixedInput, saleIdInput, saleNeedsInput, saveProductInput, saveRightsInput, saveSettingsInput, saveStaffInput,
  searchInput, setAsideInput, signInInput, saveScaleLayoutsInput, staffIdInput,
} from '#shared/bridge/commands.ts'
import { NO_SCREEN, openPaymentInput, parkInput, recallInput, saveSaleInput, screenIdSchema } from '#shared/bridge/open-sale.ts'
import { SCREEN_HEADER } from '#shared/bridge/screen-header.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { commitOutsideReturnInput, commitReturnInput, outsideReceiptInput, undoReturnInput } from '#shared/bridge/returns.ts'
import { closeShiftInput, countShiftInput, moveCashInput, openShiftInput, readShiftInput, shiftFileInput, shiftIdInput, shiftListInput } from '#shared/bridge/shifts.ts'
import {
  addPrinterInput, discoverPrintersInput, movePapersInput, printerIdInput, printTestPageInput,
  savePrinterInput, settleLatePapersInput, settlePaperInput,
} from '#shared/bridge/printers.ts'
import { moveTileInput, picturesInput, setPictureInput } from '#shared/bridge/tiles.ts'
import { identifiedSalesInput } from '#shared/sale/identified-sales.ts'
import { splitSaleInput } from '#shared/sale/split-sale.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'

interface Asked {
  readonly till: TillApi
  /** The screen that asks. */
  readonly by: ScreenId
}

/** Throws for a screen that names itself in no form the till knows. */
export function askedBy(request: Request): ScreenId {
  const name = request.headers.get(SCREEN_HEADER)
  return name === null ? NO_SCREEN : screenIdSchema.parse(name)
}

const t = initTRPC.context<Asked>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
})
const ask = t.procedure

export const tillRouter = t.router({
  opening: ask.query(({ ctx }) => openingOf(ctx.till, ctx.by)),
  bootstrap: ask.query(({ ctx }) => ctx.till.bootstrap()),
  status: ask.query(({ ctx }) => ctx.till.status()),
  searchProducts: ask.input(searchInput).query(({ ctx, input }) => ctx.till.searchProducts(input)),
  productByCode: ask.input(byCodeInput).query(({ ctx, input }) => ctx.till.productByCode(input.code)),
  bestSellers: ask.input(bestSellersInput).query(({ ctx, input }) => ctx.till.bestSellers(input)),
  productSlice: ask.input(productSliceInput).query(({ ctx, input }) => ctx.till.productSlice(input)),
  saveProduct: ask.input(saveProductInput).mutation(({ ctx, input }) => ctx.till.saveProduct(input)),
  moveTile: ask.input(moveTileInput).mutation(({ ctx, input }) => ctx.till.moveTile(input)),
  setProductPicture: ask.input(setPictureInput).mutation(({ ctx, input }) => ctx.till.setProductPicture(input)),
  productPictures: ask.input(picturesInput).query(({ ctx, input }) => ctx.till.productPictures(input)),
  loadDraft: ask.query(({ ctx }) => ctx.till.loadDraft(ctx.by)),
  saveDraft: ask.input(saveSaleInput).mutation(({ ctx, input }) => ctx.till.saveDraft(input, ctx.by)),
  takeSale: ask.mutation(({ ctx }) => ctx.till.takeSale(ctx.by)),
  parkSale: ask.input(parkInput).mutation(({ ctx, input }) => ctx.till.parkSale(input, ctx.by)),
  parkedSales: ask.query(({ ctx }) => ctx.till.parkedSales()),
  recallSale: ask.input(recallInput).mutation(({ ctx, input }) => ctx.till.recallSale(input, ctx.by)),
  discardParked: ask.input(discardParkedInput).mutation(({ ctx, input }) => ctx.till.discardParked(input)),
  staff: ask.query(({ ctx }) => ctx.till.staff()),
  signIn: ask.input(signInInput).mutation(({ ctx, input }) => ctx.till.signIn(input)),
  signOut: ask.mutation(({ ctx }) => ctx.till.signOut()),
  giveBackSettings: ask.mutation(({ ctx }) => ctx.till.giveBackSettings()),
  saveStaff: ask.input(saveStaffInput).mutation(({ ctx, input }) => ctx.till.saveStaff(input)),
  removeStaff: ask.input(staffIdInput).mutation(({ ctx, input }) => ctx.till.removeStaff(input.staffId)),
  saveRights: ask.input(saveRightsInput).mutation(({ ctx, input }) => ctx.till.saveRights(input)),
  scaleLayouts: ask.query(({ ctx }) => ctx.till.scaleLayouts()),
  saveScaleLayouts: ask.input(saveScaleLayoutsInput).mutation(({ ctx, input }) => ctx.till.saveScaleLayouts(input)),
  saleNeeds: ask.input(saleNeedsInput).mutation(({ ctx, input }) => ctx.till.saleNeeds(input)),
  approve: ask.input(approveInput).mutation(({ ctx, input }) => ctx.till.approve(input)),
  openDrawer: ask.input(openDrawerInput).mutation(({ ctx, input }) => ctx.till.openDrawer(input)),
  audit: ask.input(auditInput).query(({ ctx, input }) => ctx.till.audit(input)),
  openSale: ask.input(openPaymentInput).mutation(({ ctx, input }) => ctx.till.openSale(input, ctx.by)),
  commitSale: ask.input(commitInput).mutation(({ ctx, input }) => ctx.till.commitSale(input, ctx.by)),
  startReturn: ask.input(saleIdInput).query(({ ctx, input }) => ctx.till.startReturn(input.saleId)),
  undoReturn: ask.input(undoReturnInput).mutation(({ ctx, input }) => ctx.till.undoReturn(input)),
  commitReturn: ask.input(commitReturnInput).mutation(({ ctx, input }) => ctx.till.commitReturn(input)),
  lookUpOutside: ask.input(outsideReceiptInput).query(({ ctx, input }) => ctx.till.lookUpOutside(input)),
  commitOutsideReturn: ask.input(commitOutsideReturnInput)
    .mutation(({ ctx, input }) => ctx.till.commitOutsideReturn(input)),
  credits: ask.query(({ ctx }) => ctx.till.credits()),
  shift: ask.query(({ ctx }) => ctx.till.shift()),
  openShift: ask.input(openShiftInput).mutation(({ ctx, input }) => ctx.till.openShift(input)),
  moveCash: ask.input(moveCashInput).mutation(({ ctx, input }) => ctx.till.moveCash(input)),
  countShift: ask.input(countShiftInput).mutation(({ ctx, input }) => ctx.till.countShift(input)),
  closeShift: ask.input(closeShiftInput).mutation(({ ctx, input }) => ctx.till.closeShift(input)),
  readShift: ask.input(readShiftInput).mutation(({ ctx, input }) => ctx.till.readShift(input)),
  closedShifts: ask.input(shiftListInput).query(({ ctx, input }) => ctx.till.closedShifts(input)),
  shiftReport: ask.input(shiftIdInput).query(({ ctx, input }) => ctx.till.shiftReport(input.shiftId)),
  reprintReport: ask.input(shiftIdInput).mutation(({ ctx, input }) => ctx.till.reprintReport(input.shiftId)),
  shiftFile: ask.input(shiftFileInput).mutation(({ ctx, input }) => ctx.till.shiftFile(input.shiftId, input.approvalId)),
  splitSale: ask.input(splitSaleInput).query(({ ctx, input }) => ctx.till.splitSale(input)),
  identifiedSales: ask.input(identifiedSalesInput).query(({ ctx, input }) => ctx.till.identifiedSales(input)),
  identifiedSalesFile: ask.input(identifiedSalesInput).query(({ ctx, input }) => ctx.till.identifiedSalesFile(input)),
  listReceipts: ask.input(listReceiptsInput).query(({ ctx, input }) => ctx.till.listReceipts(input)),
  receipt: ask.input(saleIdInput).query(({ ctx, input }) => ctx.till.receipt(input.saleId)),
  reprint: ask.input(saleIdInput).mutation(({ ctx, input }) => ctx.till.reprint(input.saleId)),
  settlePaper: ask.input(settlePaperInput).mutation(({ ctx, input }) => ctx.till.settlePaper(input)),
  settleLatePapers: ask.input(settleLatePapersInput).mutation(({ ctx, input }) => ctx.till.settleLatePapers(input)),
  retryNow: ask.input(saleIdInput).mutation(({ ctx, input }) => ctx.till.retryNow(input.saleId)),
  retryHeld: ask.mutation(({ ctx }) => ctx.till.retryHeld()),
  resendFixed: ask.input(resendFixedInput).mutation(({ ctx, input }) => ctx.till.resendFixed(input)),
  setAside: ask.input(setAsideInput).mutation(({ ctx, input }) => ctx.till.setAside(input)),
  adoptId: ask.input(adoptIdInput).mutation(({ ctx, input }) => ctx.till.adoptId(input)),
  deleteReceipt: ask.input(deleteReceiptInput).mutation(({ ctx, input }) => ctx.till.deleteReceipt(input)),
  findCustomers: ask.input(findCustomersInput).query(({ ctx, input }) => ctx.till.findCustomers(input)),
  lookUpTaxpayer: ask.input(lookUpTaxpayerInput).query(({ ctx, input }) => ctx.till.lookUpTaxpayer(input)),
  settings: ask.query(({ ctx }) => ctx.till.settings()),
  saveSettings: ask.input(saveSettingsInput).mutation(({ ctx, input }) => ctx.till.saveSettings(input)),
  testService: ask.mutation(({ ctx }) => ctx.till.testService()),
  cancelServiceTest: ask.mutation(({ ctx }) => ctx.till.cancelServiceTest()),
  discoverPrinters: ask.input(discoverPrintersInput).query(({ ctx, input }) => ctx.till.discoverPrinters(input)),
  printerModels: ask.query(({ ctx }) => ctx.till.printerModels()),
  savePrinter: ask.input(savePrinterInput).mutation(({ ctx, input }) => ctx.till.savePrinter(input)),
  addPrinter: ask.input(addPrinterInput).mutation(({ ctx, input }) => ctx.till.addPrinter(input)),
  removePrinter: ask.input(printerIdInput).mutation(({ ctx, input }) => ctx.till.removePrinter(input.printerId)),
  printTestPage: ask.input(printTestPageInput).mutation(({ ctx, input }) => ctx.till.printTestPage(input.printerId, input.page)),
  movePapers: ask.input(movePapersInput).mutation(({ ctx, input }) => ctx.till.movePapers(input)),
  feed: ask.input(feedInput).subscription(async function* ({ ctx, input, signal }) {
    const after = input.lastEventId ? Number(input.lastEventId) : null
    for await (const event of ctx.till.feed(after, signal ?? new AbortController().signal, ctx.by)) {
      yield tracked(String(event.seq), event)
    }
  }),
})

/** The renderer imports this type and nothing else of the core. */
export type TillRouter = typeof tillRouter
