type Launch = { files?: readonly FileSystemHandle[] }
type LaunchQueue = { setConsumer: (consumer: (launch: Launch) => void) => void }

/** Only installed apps of Chromium are opened with files. */
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

/** Hands over the files that the system opens with the app, each time it does. */
export const followLaunches = (target: object, open: (files: Opened[]) => void): void => {
  if (!hasLaunchQueue(target)) return
  target.launchQueue.setConsumer(({ files = [] }) => void openEach(files.filter(isFile)).then(open))
}
