type Permissions = Record<
  'queryPermission' | 'requestPermission',
  (descriptor: { mode: 'read' }) => Promise<'granted' | 'denied' | 'prompt'>
>

/** Only Chromium has permissions on handles; elsewhere a handle that exists can be read. */
const hasPermissions = (handle: object): handle is Permissions =>
  'queryPermission' in handle && 'requestPermission' in handle

/** Whether a stored handle may be read now, or after a question, or not although the person was asked. */
export const readPermission = async (
  handle: FileSystemFileHandle,
): Promise<'granted' | 'denied' | 'prompt'> =>
  hasPermissions(handle) ? handle.queryPermission({ mode: 'read' }) : 'granted'

/** Asks the person. A browser allows it only in the moments after a tap: later nothing is asked, and the task says so. */
export const askToRead = async (handle: FileSystemFileHandle): Promise<void> => {
  if (hasPermissions(handle)) await handle.requestPermission({ mode: 'read' }).catch(() => undefined)
}
