/**
 * The bridge: the table of contents in shared/bridge/till-api.ts with schemas and a wire around it. Refusals travel as
 * values; an exception is a bug and reaches the screen as one, without its stack.
 */
import { initTRPC, tracked } from '@trpc/server'
import {
  adoptIdInput, approveInput, auditInput, bestSellersInput, byCodeInput, commitInput, deleteReceiptInput, discardParkedInput,
  draftInput, feedInput, findCustomersInput, listReceiptsInput, lookUpTaxpayerInput, openDrawerInput, parkInput, productSliceInput,
  recallInput, resendFixedInput, saleIdInput, saleNeedsInput, saveProductInput, saveRightsInput, saveSettingsInput, saveStaffInput,
  searchInput, setAsideInput, signInInput, saveScaleLayoutsInput, staffIdInput,
} from '#shared/bridge/commands.ts'
import { commitReturnInput } from '#shared/bridge/returns.ts'
import { closeShiftInput, countShiftInput, moveCashInput, openShiftInput, readShiftInput, shiftIdInput, shiftListInput } from '#shared/bridge/shifts.ts'
import { addPrinterInput, discoverPrintersInput, movePapersInput, printerIdInput, savePrinterInput } from '#shared/bridge/printers.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'

const t = initTRPC.context<{ readonly till: TillApi }>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
})
const ask = t.procedure

export const tillRouter = t.router({
  opening: ask.query(({ ctx }) => openingOf(ctx.till)),
  bootstrap: ask.query(({ ctx }) => ctx.till.bootstrap()),
  status: ask.query(({ ctx }) => ctx.till.status()),
  searchProducts: ask.input(searchInput).query(({ ctx, input }) => ctx.till.searchProducts(input)),
  productByCode: ask.input(byCodeInput).query(({ ctx, input }) => ctx.till.productByCode(input.code)),
  bestSellers: ask.input(bestSellersInput).query(({ ctx, input }) => ctx.till.bestSellers(input)),
  productSlice: ask.input(productSliceInput).query(({ ctx, input }) => ctx.till.productSlice(input)),
  saveProduct: ask.input(saveProductInput).mutation(({ ctx, input }) => ctx.till.saveProduct(input)),
  loadDraft: ask.query(({ ctx }) => ctx.till.loadDraft()),
  saveDraft: ask.input(draftInput).mutation(({ ctx, input }) => ctx.till.saveDraft(input)),
  parkSale: ask.input(parkInput).mutation(({ ctx, input }) => ctx.till.parkSale(input)),
  parkedSales: ask.query(({ ctx }) => ctx.till.parkedSales()),
  recallSale: ask.input(recallInput).mutation(({ ctx, input }) => ctx.till.recallSale(input)),
  discardParked: ask.input(discardParkedInput).mutation(({ ctx, input }) => ctx.till.discardParked(input)),
  staff: ask.query(({ ctx }) => ctx.till.staff()),
  signIn: ask.input(signInInput).mutation(({ ctx, input }) => ctx.till.signIn(input)),
  signOut: ask.mutation(({ ctx }) => ctx.till.signOut()),
  saveStaff: ask.input(saveStaffInput).mutation(({ ctx, input }) => ctx.till.saveStaff(input)),
  removeStaff: ask.input(staffIdInput).mutation(({ ctx, input }) => ctx.till.removeStaff(input.staffId)),
  saveRights: ask.input(saveRightsInput).mutation(({ ctx, input }) => ctx.till.saveRights(input)),
  scaleLayouts: ask.query(({ ctx }) => ctx.till.scaleLayouts()),
  saveScaleLayouts: ask.input(saveScaleLayoutsInput).mutation(({ ctx, input }) => ctx.till.saveScaleLayouts(input)),
  saleNeeds: ask.input(saleNeedsInput).mutation(({ ctx, input }) => ctx.till.saleNeeds(input)),
  approve: ask.input(approveInput).mutation(({ ctx, input }) => ctx.till.approve(input)),
  openDrawer: ask.input(openDrawerInput).mutation(({ ctx, input }) => ctx.till.openDrawer(input)),
  audit: ask.input(auditInput).query(({ ctx, input }) => ctx.till.audit(input)),
  openSale: ask.mutation(({ ctx }) => ctx.till.openSale()),
  commitSale: ask.input(commitInput).mutation(({ ctx, input }) => ctx.till.commitSale(input)),
  startReturn: ask.input(saleIdInput).query(({ ctx, input }) => ctx.till.startReturn(input.saleId)),
  commitReturn: ask.input(commitReturnInput).mutation(({ ctx, input }) => ctx.till.commitReturn(input)),
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
  shiftFile: ask.input(shiftIdInput).query(({ ctx, input }) => ctx.till.shiftFile(input.shiftId)),
  listReceipts: ask.input(listReceiptsInput).query(({ ctx, input }) => ctx.till.listReceipts(input)),
  receipt: ask.input(saleIdInput).query(({ ctx, input }) => ctx.till.receipt(input.saleId)),
  reprint: ask.input(saleIdInput).mutation(({ ctx, input }) => ctx.till.reprint(input.saleId)),
  retryNow: ask.input(saleIdInput).mutation(({ ctx, input }) => ctx.till.retryNow(input.saleId)),
  resendFixed: ask.input(resendFixedInput).mutation(({ ctx, input }) => ctx.till.resendFixed(input)),
  setAside: ask.input(setAsideInput).mutation(({ ctx, input }) => ctx.till.setAside(input)),
  adoptId: ask.input(adoptIdInput).mutation(({ ctx, input }) => ctx.till.adoptId(input)),
  deleteReceipt: ask.input(deleteReceiptInput).mutation(({ ctx, input }) => ctx.till.deleteReceipt(input)),
  findCustomers: ask.input(findCustomersInput).query(({ ctx, input }) => ctx.till.findCustomers(input)),
  lookUpTaxpayer: ask.input(lookUpTaxpayerInput).query(({ ctx, input }) => ctx.till.lookUpTaxpayer(input)),
  settings: ask.query(({ ctx }) => ctx.till.settings()),
  saveSettings: ask.input(saveSettingsInput).mutation(({ ctx, input }) => ctx.till.saveSettings(input)),
  discoverPrinters: ask.input(discoverPrintersInput).query(({ ctx, input }) => ctx.till.discoverPrinters(input)),
  printerModels: ask.query(({ ctx }) => ctx.till.printerModels()),
  savePrinter: ask.input(savePrinterInput).mutation(({ ctx, input }) => ctx.till.savePrinter(input)),
  addPrinter: ask.input(addPrinterInput).mutation(({ ctx, input }) => ctx.till.addPrinter(input)),
  removePrinter: ask.input(printerIdInput).mutation(({ ctx, input }) => ctx.till.removePrinter(input.printerId)),
  printTestPage: ask.input(printerIdInput).mutation(({ ctx, input }) => ctx.till.printTestPage(input.printerId)),
  movePapers: ask.input(movePapersInput).mutation(({ ctx, input }) => ctx.till.movePapers(input)),
  feed: ask.input(feedInput).subscription(async function* ({ ctx, input, signal }) {
    const after = input.lastEventId ? Number(input.lastEventId) : null
    for await (const event of ctx.till.feed(after, signal ?? new AbortController().signal)) {
      yield tracked(String(event.seq), event)
    }
  }),
})

/** The renderer imports this type and nothing else of the core. */
export type TillRouter = typeof tillRouter
