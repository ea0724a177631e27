/** A counter nobody touches locks itself, where people have PINs and the owner wants it. */
export const LOCK_AFTER_MINUTES_MAX = 120
/** What the settings offer; 0 = never. */
export const LOCK_CHOICES_MINUTES: readonly number[] = [0, 1, 2, 5, 10, 15, 30]
