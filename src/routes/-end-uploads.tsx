import { useState } from 'react'
import { EndUploadsDialog } from '../features/shell/end-uploads-dialog.tsx'
import type { Services } from '../app/services.ts'

/** Lets the person decide before a sign-out ends what is not uploaded yet: `leave` signs out, or asks first. */
export const useEndUploads = (
  { clear, unfinishedUploads }: Pick<Services['uploads'], 'clear' | 'unfinishedUploads'>,
  signOut: () => Promise<void>,
) => {
  /** How many uploads the question is about. */
  const [count, setCount] = useState(0)

  const end = async () => {
    await clear()
    setCount(0)
    await signOut()
  }
  const leave = async () => {
    const unfinished = await unfinishedUploads()
    setCount(unfinished)
    if (unfinished === 0) await signOut()
  }

  const question = count > 0 && <EndUploadsDialog count={count} onEnd={end} onClose={() => setCount(0)} />
  return { leave: () => void leave(), question }
}
