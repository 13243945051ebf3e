/**
 * The path where the device's share sheet posts files (Web Share Target). The service worker stores the
 * files. Without a service worker, the request reaches the server, which redirects to `lostSharePath`.
 */
export const shareTargetPath = '/share-files'
export const lostSharePath = '/files?share=lost'
/** The form field with the files. */
export const shareField = 'files'

/** The MIME types that other apps may share with this one, declared in the manifest. */
export const shareableTypes = ['video/*', 'image/*', 'application/pdf']
/** The maximum number of shared files that wait for the coach's decision. */
export const maxSharedFiles = 100

/** Whether a type such as `video/mp4` may be shared. */
export const isShareableType = (type: string): boolean =>
  shareableTypes.some(
    (pattern) => type === pattern || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
  )

/** The MIME types and file extensions that a desktop system can open with the app. */
export const fileHandlerTypes = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
}
