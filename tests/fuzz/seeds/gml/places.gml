graph [
 directed 1
 node [ id 5 lon 8.5 lat 50 graphics [ x 1 y 2 ] ]
 node [ id 3 Lat 51 Lon 9 ]
 edge [ source 5 target 3 weight 4 ]
]
