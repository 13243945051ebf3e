type Launch = { files?: readonly FileSystemHandle[] }
type LaunchQueue = { setConsumer: (consumer: (launch: Launch) => void) => void }

/** Only installed apps in Chromium are opened with files. */
const hasLaunchQueue = (target: object): target is { launchQueue: LaunchQueue } =>
  'launchQueue' in target && target.launchQueue !== undefined

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'

type Opened = { file: File; handle: FileSystemFileHandle }

const openEach = async (handles: FileSystemFileHandle[]): Promise<Opened[]> => {
  const opened = await Promise.all(
    handles.map(async (handle) => {
      const file = await handle.getFile().catch(() => undefined)
      return file && { file, handle }
    }),
  )
  return opened.filter((one) => one !== undefined)
}

/** Calls `open` with the files each time the system opens the app with files. */
export const followLaunches = (target: object, open: (files: Opened[]) => void): void => {
  if (!hasLaunchQueue(target)) return
  target.launchQueue.setConsumer(({ files = [] }) => void openEach(files.filter(isFile)).then(open))
}
