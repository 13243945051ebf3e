/**
 * The remote state of a task: what the object store has of its file under the current key, as far as this
 * device knows. It is saved with the task, so that an upload continues after a restart. This file defines the
 * states, the facts that change them, and `advance`, which returns the state after a fact. A typical upload
 * in parts goes through `nothing`, `begun`, `upload`, `all-parts`, `object`; a small file that is sent in one
 * request through `nothing`, `claimed`, `object`.
 *
 * A key is claimed when it was found to be free, shortly before the first byte is sent. Only then can an
 * object under the key belong to the task.
 */

/**
 * Whether there may be orphans: open uploads of the key whose ids are unknown, because the response to their
 * create request was lost or the browser sent the request twice. They cost storage, so the open uploads of
 * the key are listed and the orphans aborted (docs/decisions/025).
 */
type Orphans = { orphans: boolean }

export type RemoteState =
  /** The object store has nothing of this task. An object under the key belongs to another device. */
  | { kind: 'nothing' }
  /**
   * A create request was sent before the key is claimed. `uploadId` is the id from its response, if one has
   * arrived. There may be orphans.
   */
  | { kind: 'begun'; uploadId?: string }
  /**
   * The key was free when it was claimed, and no upload is open. An object under the key may now belong to
   * this task.
   */
  | ({ kind: 'claimed' } & Orphans)
  /**
   * Parts are sent to this upload. If the file may have changed, stored parts are compared with it before
   * they are used.
   */
  | ({ kind: 'upload'; uploadId: string; parts: 'trusted' | 'to-compare' } & Orphans)
  /** Every part is stored, and Complete was sent, so the upload may be an object by now. */
  | ({ kind: 'all-parts'; uploadId: string } & Orphans)
  /** The object store confirmed the object; `verified` if it also returned the checksum of the whole file. */
  | ({ kind: 'object'; verified: boolean } & Orphans)

/** Something that this device has done or found out, and that changes the remote state. */
export type Fact =
  /** Recorded before the create request is sent: from then on there may be an upload whose id is unknown. */
  | { kind: 'create-sent' }
  /** The response to the create request has arrived. */
  | { kind: 'created'; uploadId: string }
  /** The key has no open uploads except the one whose id is known. */
  | { kind: 'orphans-gone' }
  /** The key was found to be free. Recorded before the first byte is sent. */
  | { kind: 'key-claimed' }
  /** The upload was aborted, or the object store has lost it, and no object was made of it. */
  | { kind: 'upload-gone' }
  /** The file was chosen again, and may differ from the file whose parts are stored. */
  | { kind: 'file-replaced' }
  /**
   * The object store has lost or replaced parts that it acknowledged. The parts that it lists are compared
   * with the file.
   */
  | { kind: 'parts-missing' }
  /** All stored parts were compared with the file, and are equal to it. */
  | { kind: 'parts-match' }
  /** All parts are stored, and Complete is about to be sent. */
  | { kind: 'all-sent' }
  /** The object exists. `verified`: the object store also returned the checksum of the whole file. */
  | { kind: 'stored'; verified: boolean }
  /** The object does not exist after all, or its size differs from that of the file. */
  | { kind: 'object-wrong' }
  /** The file goes to another key or bucket from now on. */
  | { kind: 'key-left' }

type StateOf<Kind extends RemoteState['kind']> = Extract<RemoteState, { kind: Kind }>

const nothingState: RemoteState = { kind: 'nothing' }
const begunState: RemoteState = { kind: 'begun' }
const createClaimedState = ({ orphans }: Orphans): RemoteState => ({ kind: 'claimed', orphans })
const createUploadState = (
  uploadId: string,
  parts: StateOf<'upload'>['parts'],
  { orphans }: Orphans,
): RemoteState => ({
  kind: 'upload',
  uploadId,
  parts,
  orphans,
})
const createObjectState = (
  { verified }: Extract<Fact, { kind: 'stored' }>,
  { orphans }: Orphans,
): RemoteState => ({
  kind: 'object',
  verified,
  orphans,
})

const advanceNothing = (state: StateOf<'nothing'>, fact: Fact): RemoteState => {
  if (fact.kind === 'create-sent') return begunState
  return fact.kind === 'key-claimed' ? createClaimedState({ orphans: false }) : state
}

const advanceBegun = (state: StateOf<'begun'>, fact: Fact): RemoteState => {
  const { uploadId } = state
  if (fact.kind === 'created') return { kind: 'begun', uploadId: fact.uploadId }
  if (fact.kind === 'orphans-gone') return uploadId === undefined ? nothingState : state
  // No byte is sent before the claim. The next attempt creates another upload, and aborts this upload as an
  // orphan.
  if (fact.kind === 'upload-gone' || fact.kind === 'file-replaced') return begunState
  if (fact.kind !== 'key-claimed') return state
  // The browser may have sent the create request twice, so there may be orphans even if an id is known.
  const orphans = { orphans: true }
  if (uploadId === undefined) return createClaimedState(orphans)
  return createUploadState(uploadId, 'trusted', orphans)
}

const advanceClaimed = (state: StateOf<'claimed'>, fact: Fact): RemoteState => {
  if (fact.kind === 'create-sent') return createClaimedState({ orphans: true })
  if (fact.kind === 'created') return createUploadState(fact.uploadId, 'trusted', state)
  return fact.kind === 'stored' ? createObjectState(fact, state) : state
}

const advanceUpload = (state: StateOf<'upload' | 'all-parts'>, fact: Fact): RemoteState => {
  const { uploadId, orphans } = state
  if (fact.kind === 'upload-gone') return createClaimedState(state)
  if (fact.kind === 'file-replaced' || fact.kind === 'parts-missing')
    return createUploadState(uploadId, 'to-compare', state)
  if (fact.kind === 'parts-match' && state.kind === 'upload')
    return createUploadState(uploadId, 'trusted', state)
  if (fact.kind === 'all-sent') return { kind: 'all-parts', uploadId, orphans }
  return fact.kind === 'stored' ? createObjectState(fact, state) : state
}

/** Returns the id of the open upload, or undefined if there is no upload, or its id is unknown. */
export const findUploadId = (remote: RemoteState): string | undefined =>
  'uploadId' in remote ? remote.uploadId : undefined

/** Whether the object store may have open uploads of the key whose ids are unknown. */
export const mayHaveOrphans = (remote: RemoteState): boolean =>
  remote.kind === 'begun' || ('orphans' in remote && remote.orphans)

/** Whether the task has claimed the key. An object under it may belong to the task. */
export const isClaimed = ({ kind }: RemoteState): boolean => kind !== 'nothing' && kind !== 'begun'

/** Returns the state after a fact. A fact that does not apply to a state changes nothing. */
export const advance = (state: RemoteState, fact: Fact): RemoteState => {
  if (fact.kind === 'key-left') return nothingState
  if (state.kind === 'nothing') return advanceNothing(state, fact)
  if (state.kind === 'begun') return advanceBegun(state, fact)
  // Only the following states know whether there may be orphans.
  if (fact.kind === 'orphans-gone') return { ...state, orphans: false }
  if (state.kind === 'claimed') return advanceClaimed(state, fact)
  if (state.kind === 'object') return fact.kind === 'object-wrong' ? createClaimedState(state) : state
  return advanceUpload(state, fact)
}
