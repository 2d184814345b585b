graph [ node [ id 5 x [ y 1 ] ] node [ id 6 ] edge [ source 5 target 6 ] # end
]
