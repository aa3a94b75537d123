// The configuration for Emacs with dape.

import type { EditorInput } from './editor-input.js';
import { emacsLibrary } from './emacs.js';

export const dapeLibrary = (input: EditorInput): string =>
  emacsLibrary(input, {
    name: 'emacs-dape',
    about: 'debug with Sonde in dape',
    requires: ['cl-lib', 'dape'],
    code,
  });

const code = String.raw`(add-to-list 'dape-configs
             '(sonde
               command sonde-command
               command-args sonde-adapter-arguments
               :type "sonde" :request "launch" :program sonde-program))
(add-to-list 'dape-configs
             '(sonde-attach
               command sonde-command
               command-args sonde-adapter-arguments
               :type "sonde" :request "attach" :pid (lambda () (read-number "Process: "))))
(add-to-list 'dape-configs
             '(sonde-join
               command sonde-command
               command-args sonde-adapter-arguments
               :type "sonde" :request "attach" :session sonde-pick-session))

(defun sonde--start (name)
  "Start the configuration NAME of ${'`'}dape-configs' without asking for more."
  (dape (dape--config-eval name nil)))

(defun sonde-debug ()
  "Go on with the session, else save the file and start one."
  (interactive)
  (if (dape--live-connection 'parent t)
      (call-interactively #'dape-continue)
    (when (buffer-file-name) (save-buffer))
    (sonde--start 'sonde)))

(defun sonde-attach ()
  "Attach to a process by its number."
  (interactive)
  (sonde--start 'sonde-attach))

(defun sonde-join ()
  "Join a session that another client holds."
  (interactive)
  (sonde--start 'sonde-join))

(defalias 'sonde-stop #'dape-quit)
(defalias 'sonde-pause #'dape-pause)
(defalias 'sonde-toggle-breakpoint #'dape-breakpoint-toggle)
(defalias 'sonde-next #'dape-next)
(defalias 'sonde-step-in #'dape-step-in)
(defalias 'sonde-step-out #'dape-step-out)
`;
