import { saveFile } from '../../platform/save-file.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { usePaper, type PaperProps } from './use-paper.ts'

/** A certificate on paper: as a file, for somebody else, from the printer. */
export const CertificatePaper = (props: PaperProps) => {
  const { document, track } = props
  const course = document.course_id
  return (
    <CertificateActions
      {...usePaper(props)}
      save={(file) => {
        void track('certificate_downloaded', { course })
        saveFile(file.name, file)
      }}
      print={() => {
        void track('certificate_printed', { course })
        window.print()
      }}
    />
  )
}
