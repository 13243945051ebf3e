/** What the object store has of one upload under its present key, as far as we know: its states, and the one place where a fact changes them. */

/**
 * Orphans are open uploads of the key whose ids we do not know: begun by a create whose response was lost, or which the
 * browser sent again by itself. While there may be any, the open uploads of the key have to be listed
 * (docs/decisions/025).
 */
type Orphans = { orphans: boolean }

export type Remote =
  /** Nothing of ours. An object under the key belongs to another device, however similar it is. */
  | { kind: 'nothing' }
  /** A create was sent while the key is still being looked up: there may be orphans, and the upload that was heard of. */
  | { kind: 'begun'; uploadId?: string }
  /** The key was found free, and no upload is open: an object there may be ours. */
  | ({ kind: 'claimed' } & Orphans)
  /** Parts go there; those that are stored are compared with the file before they count where it may have changed. */
  | ({ kind: 'upload'; uploadId: string; parts: 'trusted' | 'to-compare' } & Orphans)
  /** Every part is stored, and Complete was sent: the upload may be an object by now. */
  | ({ kind: 'all-parts'; uploadId: string } & Orphans)
  /** The store said that the object is there; `verified` when it named the checksum of the whole file. */
  | ({ kind: 'object'; verified: boolean } & Orphans)

export type Fact =
  /** Recorded before the create is sent: from then on there may be an upload whose id we do not know. */
  | { kind: 'create-sent' }
  | { kind: 'created'; uploadId: string }
  /** The key has no open upload but the one whose id we know. */
  | { kind: 'orphans-gone' }
  | { kind: 'key-claimed' }
  /** The upload was aborted, or the store forgot it, and made no object of it. */
  | { kind: 'upload-gone' }
  /** The file was chosen again, and may not be the one whose parts are stored. */
  | { kind: 'file-replaced' }
  /** The store has not all of the parts that it acknowledged, or others: what it lists is compared with the file. */
  | { kind: 'parts-missing' }
  | { kind: 'parts-match' }
  | { kind: 'all-sent' }
  | { kind: 'stored'; verified: boolean }
  /** The object is not there after all, or is not as long as the file. */
  | { kind: 'object-wrong' }
  /** The file goes under another key or bucket from here on. */
  | { kind: 'left' }

type Of<Kind extends Remote['kind']> = Extract<Remote, { kind: Kind }>

const nothing: Remote = { kind: 'nothing' }
const begun: Remote = { kind: 'begun' }
const claimed = ({ orphans }: Orphans): Remote => ({ kind: 'claimed', orphans })
const upload = (uploadId: string, parts: Of<'upload'>['parts'], { orphans }: Orphans): Remote => ({
  kind: 'upload',
  uploadId,
  parts,
  orphans,
})
const object = ({ verified }: Extract<Fact, { kind: 'stored' }>, { orphans }: Orphans): Remote => ({
  kind: 'object',
  verified,
  orphans,
})

const fromBegun = (state: Of<'begun'>, fact: Fact): Remote => {
  const { uploadId } = state
  if (fact.kind === 'created') return { kind: 'begun', uploadId: fact.uploadId }
  if (fact.kind === 'orphans-gone') return uploadId === undefined ? nothing : state
  // Of a file that was replaced no byte has left: the next upload begins with the new one, and finds an orphan.
  if (fact.kind === 'upload-gone' || fact.kind === 'file-replaced') return begun
  if (fact.kind !== 'key-claimed') return state
  const orphans = { orphans: true }
  return uploadId === undefined ? claimed(orphans) : upload(uploadId, 'trusted', orphans)
}

const fromClaimed = (state: Of<'claimed'>, fact: Fact): Remote => {
  if (fact.kind === 'create-sent') return claimed({ orphans: true })
  if (fact.kind === 'created') return upload(fact.uploadId, 'trusted', state)
  return fact.kind === 'stored' ? object(fact, state) : state
}

const fromUpload = (state: Of<'upload' | 'all-parts'>, fact: Fact): Remote => {
  const { uploadId, orphans } = state
  if (fact.kind === 'upload-gone') return claimed(state)
  if (fact.kind === 'file-replaced' || fact.kind === 'parts-missing')
    return upload(uploadId, 'to-compare', state)
  if (fact.kind === 'parts-match' && state.kind === 'upload') return upload(uploadId, 'trusted', state)
  if (fact.kind === 'all-sent') return { kind: 'all-parts', uploadId, orphans }
  return fact.kind === 'stored' ? object(fact, state) : state
}

/** The state after a fact; one that has no place in a state changes nothing. */
export const advance = (state: Remote, fact: Fact): Remote => {
  if (fact.kind === 'left') return nothing
  if (state.kind === 'begun') return fromBegun(state, fact)
  if (state.kind === 'nothing') {
    if (fact.kind === 'create-sent') return begun
    return fact.kind === 'key-claimed' ? claimed({ orphans: false }) : state
  }
  if (fact.kind === 'orphans-gone') return { ...state, orphans: false }
  if (state.kind === 'claimed') return fromClaimed(state, fact)
  if (state.kind === 'object') return fact.kind === 'object-wrong' ? claimed(state) : state
  return fromUpload(state, fact)
}

/** The open upload, if there is one whose id is known. */
export const uploadIdOf = (remote: Remote): string | undefined =>
  'uploadId' in remote ? remote.uploadId : undefined

/** Whether the store may have open uploads of the key whose ids we do not know. */
export const mayHaveOrphans = (remote: Remote): boolean =>
  remote.kind === 'begun' || ('orphans' in remote && remote.orphans)

/** Whether the key is ours: an object under it may be. */
export const isClaimed = ({ kind }: Remote): boolean => kind !== 'nothing' && kind !== 'begun'
