# Completion of wayfront for fish. `wayfront complete` knows what may come; it is asked by the words up to the cursor.
function __wayfront_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c wayfront -f -a '(__wayfront_complete)'
