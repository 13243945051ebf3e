/** The messages of the page for old browsers. They are built into it, because it fetches nothing. */
export const tooOldMessageIds = [
  'site.title',
  'tooOld.title',
  'tooOld.intro',
  'tooOld.keeps',
  'tooOld.waiting',
  'tooOld.rescue',
  'tooOld.saved',
  'rescue.passphrase',
  'rescue.passphraseHint',
  'rescue.tooShort',
  'rescue.save',
  'rescue.failed',
] as const

export type TooOldMessageId = (typeof tooOldMessageIds)[number]
