/**
 * One machine and two tills: a practice, and the shop that was opened out of it. From then on what
 * the shop wants of the machine counts, and whatever the machine asks is asked of both.
 */
import type { DeskPort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'

/** The practice's desk, and the shop's, which has the word once it has wanted something. */
export function sharedDesk(desk: DeskPort): { readonly home: DeskPort; readonly shop: DeskPort } {
  let isShops = false
  return {
    home: {
      ...desk,
      want: (wish) => {
        if (!isShops) desk.want(wish)
      },
    },
    shop: {
      ...desk,
      want(wish) {
        isShops = true
        desk.want(wish)
      },
    },
  }
}

/** What the machine asks before it ends, sleeps or replaces the program: of both tills. */
export function asOne(home: Till, other: () => Till | null): Till {
  const both = () => [home, other()].filter((till) => till !== null)
  const ofEach = async (work: (till: Till) => Promise<void>) =>
    void (await Promise.all(both().map(work)))
  return {
    ...home,
    isBusy: () => both().some((till) => till.isBusy()),
    backUp: () => ofEach((till) => till.backUp()),
    mayReplace: () => ofEach((till) => till.mayReplace()),
  }
}
