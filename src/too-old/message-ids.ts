/** The messages of the page for old browsers. They are built into the page, because it fetches nothing. */
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
  'rescue.again',
  'rescue.tooShort',
  'rescue.different',
  'rescue.save',
  'rescue.failed',
  'sync.storageFailed',
] as const

export type TooOldMessageId = (typeof tooOldMessageIds)[number]
